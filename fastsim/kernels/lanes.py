"""Sixty-four numbers at a time: a small vector type for numba, with ordinary operators.

A lane is a place in a vector; a kernel plays one game in each of the `LANES`. Inside functions
compiled by numba these types can be added, compared, selected from and so on; every operation
becomes one LLVM vector operation, which LLVM turns into the best that the processor has: one
AVX-512 instruction, two of AVX2, four of SSE, or plain code.

==========  =======================================================================
`Bytes`     an unsigned 8-bit number a lane
`Shorts`    an unsigned 16-bit number a lane
`Words`     an unsigned 32-bit number a lane
`Halves`    the two 16-bit halves of every lane's word
`Mask`      a yes or no a lane, from comparing `Bytes`
==========  =======================================================================

Operators: ``+ - * & | ^ << >> ~`` between equals, or with a Python integer on the right, which
then stands in every lane; sums and products wrap. ``< <= == != > >=`` between `Bytes`; ``& | ^ ~``
between `Mask`.

Where lanes are kept
--------------------
Wide instruction sets work in blocks of 16 bytes, and moving data from one block to another is
dear. The wider types therefore keep their lanes in orders of their own, which only the
conversions know: a lane's numbers meet again whenever they are converted back. Only who loads or
stores `Words` has to know it: lane ``i`` stands at ``WORD_OF_LANE[i]``.
"""

from __future__ import annotations

import operator
import platform
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable
from numpy.typing import DTypeLike, NDArray

LANES: Final = 64
_BLOCK: Final = 16


class LaneType(types.Type):
    """numba's type of a vector: `count` numbers of `bits` bits."""

    def __init__(self, name: str, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(name=name)

    @property
    def llvm(self) -> ir.VectorType:
        """The type in LLVM."""
        return ir.VectorType(ir.IntType(self.bits), self.count)


@register_model(LaneType)
class _LaneModel(models.PrimitiveModel):
    def __init__(self, manager: Any, lane_type: LaneType) -> None:
        super().__init__(manager, lane_type, lane_type.llvm)


Bytes: Final = LaneType("Bytes", 8, LANES)
Shorts: Final = LaneType("Shorts", 16, LANES)
Words: Final = LaneType("Words", 32, LANES)
Halves: Final = LaneType("Halves", 16, 2 * LANES)
Mask: Final = LaneType("Mask", 1, LANES)
_NUMBERS: Final = (Bytes, Shorts, Words, Halves)

Builder: TypeAlias = ir.IRBuilder
Value: TypeAlias = ir.Value

# --- The order of lanes ---------------------------------------------------------------------------
# Shorts: of each block of bytes the first eight lanes, then of each block the other eight.
# Words: four quarters of 16; in each, four of every block. Halves of words that are neighbours in
# Shorts are 32 apart, so that two quarters interleaved make half of the Shorts.


def _word_of_lane(lane: int) -> int:
    block, place = divmod(lane, _BLOCK)
    return 32 * (place % 2) + 16 * (place // 8) + 4 * block + place % 8 // 2


#: Where `Words` keep each lane.
WORD_OF_LANE: Final = np.array([_word_of_lane(lane) for lane in range(LANES)], np.int64)
_LANE_OF_SHORT: Final = [
    block + half + place
    for half in (0, _BLOCK // 2)
    for block in range(0, LANES, _BLOCK)
    for place in range(_BLOCK // 2)
]
_LANE_OF_WORD: Final = np.argsort(WORD_OF_LANE).tolist()


# --- Emitting LLVM --------------------------------------------------------------------------------


def _constant(vector: ir.VectorType, values: int | Sequence[int]) -> ir.Constant:
    if isinstance(values, int):
        values = [values] * vector.count
    return ir.Constant(vector, list(values))


def _shuffle(b: Builder, x: Value, y: Value, lanes: Sequence[int]) -> Value:
    return b.shuffle_vector(x, y, _constant(ir.VectorType(ir.IntType(32), len(lanes)), lanes))


def _part(b: Builder, x: Value, k: int, size: int) -> Value:
    return _shuffle(b, x, x, range(k * size, (k + 1) * size))


def _joined(b: Builder, parts: list[Value]) -> Value:
    while len(parts) > 1:
        size = parts[0].type.count
        parts = [
            _shuffle(b, x, y, range(2 * size)) for x, y in zip(parts[::2], parts[1::2], strict=True)
        ]
    return parts[0]


def _call(b: Builder, name: str, result: ir.Type, *args: Value) -> Value:
    signature = ir.FunctionType(result, [arg.type for arg in args])
    return b.call(cgutils.get_or_insert_function(b.module, signature, name), args)


def _elementary(b: Builder, name: str, *args: Value) -> Value:
    """Call one of LLVM's own functions on whole vectors, such as ``umin``."""
    vector = args[0].type
    suffix = f"v{vector.count}i{vector.element.width}"
    return _call(b, f"llvm.{name}.{suffix}", vector, *args)


def _x86_block(context: Any) -> int:
    """Return the bytes of the widest vector that the processor's byte instructions take."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return 0
    features = context.codegen()._tm_features.split(",")
    for feature, size in (("+avx512bw", 64), ("+avx2", 32), ("+ssse3", 16)):
        if feature in features:
            return size
    return 0


def _by_blocks(b: Builder, size: int, name: str, result_bits: int, *args: Value) -> Value:
    """Call an x86 instruction that takes vectors of `size` bytes on vectors of any length."""
    bits = args[0].type.element.width
    per_call = size * 8 // bits
    result = ir.VectorType(ir.IntType(result_bits), size * 8 // result_bits)
    calls = range(args[0].type.count // per_call)
    return _joined(
        b, [_call(b, name, result, *(_part(b, x, k, per_call) for x in args)) for k in calls]
    )


def _multiply_high(context: Any, b: Builder, x: Value, y: Value) -> Value:
    name = {64: "avx512.pmulhu.w.512", 32: "avx2.pmulhu.w", 16: "sse2.pmulhu.w"}
    size = _x86_block(context)
    if size:
        return _by_blocks(b, size, f"llvm.x86.{name[size]}", 16, x, y)
    wide = ir.VectorType(ir.IntType(32), x.type.count)
    product = b.mul(b.zext(x, wide), b.zext(y, wide))
    return b.trunc(b.lshr(product, _constant(wide, 16)), x.type)


def _pack(context: Any, b: Builder, x: Value, y: Value) -> Value:
    """Return 64 bytes: of each block eight numbers of `x`, then eight of `y`, 0 up to 255."""
    name = {64: "avx512.packuswb.512", 32: "avx2.packuswb", 16: "sse2.packuswb.128"}
    size = _x86_block(context)
    if size:
        return _by_blocks(b, size, f"llvm.x86.{name[size]}", 8, x, y)
    zero, top = _constant(x.type, 0), _constant(x.type, 255)
    x, y = (_elementary(b, "smin", _elementary(b, "smax", v, zero), top) for v in (x, y))
    narrow = ir.VectorType(ir.IntType(8), 32)
    places = [
        half + block + place for block in range(0, 32, 8) for half in (0, 32) for place in range(8)
    ]
    return _shuffle(b, b.trunc(x, narrow), b.trunc(y, narrow), places)


def _look_up(context: Any, b: Builder, table: Value, index: Value) -> Value:
    name = {64: "avx512.pshuf.b.512", 32: "avx2.pshuf.b", 16: "ssse3.pshuf.b.128"}
    size = _x86_block(context)
    if size:
        return _by_blocks(b, size, f"llvm.x86.{name[size]}", 8, table, index)
    result = _constant(Bytes.llvm, 0)
    low = b.and_(index, _constant(Bytes.llvm, 0x8F))
    for k in range(_BLOCK):
        entry = _shuffle(b, table, table, [16 * (lane // 16) + k for lane in range(LANES)])
        result = b.select(b.icmp_unsigned("==", low, _constant(Bytes.llvm, k)), entry, result)
    return result


# --- Operators ------------------------------------------------------------------------------------


def _splat(b: Builder, lane_type: LaneType, x: Value) -> Value:
    element = ir.IntType(lane_type.bits)
    x = b.trunc(x, element) if x.type.width > element.width else b.sext(x, element)
    start = b.insert_element(ir.Constant(lane_type.llvm, ir.Undefined), x, ir.IntType(32)(0))
    return _shuffle(b, start, start, [0] * lane_type.count)


def _define(
    function: Callable[..., Any],
    arguments: Sequence[LaneType],
    result: LaneType,
    emit: Callable[..., Value],
) -> None:
    """Let `function` take these arguments in compiled code; the last may be a Python integer."""

    @type_callable(function)
    def typing(context: Any) -> Any:
        def typer(*args: Any) -> Any:
            matches = len(args) == len(arguments) and all(
                arg == wanted or (place and isinstance(arg, types.Integer))
                for place, (arg, wanted) in enumerate(zip(args, arguments, strict=True))
            )
            return result if matches else None

        return typer

    def lowering(context: Any, builder: Builder, signature: Any, args: Sequence[Value]) -> Value:
        vectors = [
            value if kind == wanted else _splat(builder, wanted, value)
            for value, kind, wanted in zip(args, signature.args, arguments, strict=True)
        ]
        return emit(builder, *vectors)

    lower_builtin(function, *arguments)(lowering)
    if len(arguments) == 2:
        lower_builtin(function, arguments[0], types.Integer)(lowering)


def _compare(sign: str, b: Builder, x: Value, y: Value) -> Value:
    return b.icmp_unsigned(sign, x, y)


_ARITHMETIC: Final = {"add": Builder.add, "sub": Builder.sub, "mul": Builder.mul}
_SHIFTS: Final = {"lshift": Builder.shl, "rshift": Builder.lshr}
_BITWISE: Final = {"and_": Builder.and_, "or_": Builder.or_, "xor": Builder.xor}
for _type in (*_NUMBERS, Mask):
    _define(operator.invert, (_type,), _type, Builder.not_)
    if _type is not Mask:
        _define(operator.neg, (_type,), _type, Builder.neg)
    for _name, _emit in (_BITWISE if _type is Mask else _ARITHMETIC | _SHIFTS | _BITWISE).items():
        for _spelling in (_name, f"i{_name.strip('_')}"):  # x + y, and x += y
            _define(getattr(operator, _spelling), (_type, _type), _type, _emit)
for _sign, _function in {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
}.items():
    _define(_function, (Bytes, Bytes), Mask, partial(_compare, _sign))


# --- Functions ------------------------------------------------------------------------------------


def _same(*kinds: Any) -> LaneType | None:
    """Return the one vector type among the arguments, the rest of which may be integers."""
    first = kinds[0]
    if isinstance(first, LaneType) and all(
        kind == first or isinstance(kind, types.Integer) for kind in kinds[1:]
    ):
        return first
    return None


def _elementwise(kind: LaneType, args: Sequence[Any], emit: Callable[..., Value]) -> Any:
    """Return signature and code of a function of vectors (or integers) of one type."""

    def codegen(context: Any, b: Builder, signature: Any, values: Sequence[Value]) -> Value:
        return emit(
            context, b,
            *(v if a == kind else _splat(b, kind, v) for v, a in zip(values, args, strict=True)),
        )  # fmt: skip

    return kind(*args), codegen


@intrinsic
def minimum(typing, x, y):
    """Return the smaller of two numbers of the same type, lane by lane."""
    return _elementwise(_same(x, y), (x, y), lambda _, b, *v: _elementary(b, "umin", *v))


@intrinsic
def maximum(typing, x, y):
    """Return the larger of two numbers of the same type, lane by lane."""
    return _elementwise(_same(x, y), (x, y), lambda _, b, *v: _elementary(b, "umax", *v))


@intrinsic
def signed_maximum(typing, x, y):
    """Return the larger of two numbers, each taken as signed: 255 is -1."""
    return _elementwise(_same(x, y), (x, y), lambda _, b, *v: _elementary(b, "smax", *v))


@intrinsic
def add_saturating(typing, x, y):
    """Return the sum of unsigned numbers, or the largest number there is."""
    return _elementwise(_same(x, y), (x, y), lambda _, b, *v: _elementary(b, "uadd.sat", *v))


@intrinsic
def subtract_saturating(typing, x, y):
    """Return the difference of unsigned numbers, or 0."""
    return _elementwise(_same(x, y), (x, y), lambda _, b, *v: _elementary(b, "usub.sat", *v))


@intrinsic
def multiply_high(typing, x, y):
    """Return the upper 16 bits of the product of two unsigned 16-bit numbers."""
    return _elementwise(_same(x, y), (x, y), _multiply_high)


@intrinsic
def rotate_left(typing, x, bits):
    """Return each number with its bits rotated."""
    kind = _same(x)

    def codegen(context, b, signature, args):
        return _elementary(b, "fshl", args[0], args[0], _splat(b, kind, args[1]))

    return kind(x, bits), codegen


@intrinsic
def look_up(typing, table, index):
    """Return ``table[index % 16]``, or 0 where the index is 128 or more.

    Every block of 16 lanes uses the 16 numbers that stand in its own lanes of `table`.
    """
    return _elementwise(Bytes, (table, index), _look_up)


@intrinsic
def select(typing, mask, x, y):
    """Return `x` where the mask holds, `y` elsewhere."""
    return Bytes(mask, x, y), lambda context, b, signature, args: b.select(*args)


@intrinsic
def splat(typing, x):
    """Return the number in every lane, as `Bytes`."""
    return Bytes(x), lambda context, b, signature, args: _splat(b, Bytes, args[0])


@intrinsic
def lanes_of(typing, mask):
    """Return a mask as 64 bits, lane 0 the lowest."""
    return types.uint64(Mask), lambda context, b, signature, args: b.bitcast(
        args[0], ir.IntType(64)
    )


@intrinsic
def any_lane(typing, mask):
    """Return whether the mask holds in any lane."""

    def codegen(context, b, signature, args):
        bits = ir.IntType(LANES)
        return b.icmp_unsigned("!=", b.bitcast(args[0], bits), bits(0))

    return types.boolean(mask), codegen


@intrinsic
def any_is_full(typing, x, y):
    """Return whether any 16-bit number of two vectors has all its bits set."""

    def codegen(context, b, signature, args):
        size = _BLOCK * 2
        parts = [_part(b, arg, k, size) for arg in args for k in range(arg.type.count // size)]
        while len(parts) > 1:  # as a tree: the processor can do several at once
            pairs = zip(parts[::2], parts[1::2], strict=False)
            parts = [_elementary(b, "umax", *pair) for pair in pairs] + parts[len(parts) & ~1 :]
        full = b.icmp_unsigned("==", parts[0], _constant(parts[0].type, 0xFFFF))
        return b.icmp_unsigned("!=", b.bitcast(full, ir.IntType(size)), ir.IntType(size)(0))

    return types.boolean(x, y), codegen


@intrinsic
def halves(typing, lower, upper):
    """Return `Halves` with one number in all lower halves and one in all upper."""

    def codegen(context, b, signature, args):
        word = b.or_(b.and_(args[0], args[0].type(0xFFFF)), b.shl(args[1], args[1].type(16)))
        return b.bitcast(_splat(b, Words, word), Halves.llvm)

    return Halves(lower, upper), codegen


# --- Conversions ----------------------------------------------------------------------------------


@intrinsic
def widen(typing, x):
    """Return `Bytes` as `Shorts`."""

    def codegen(context, b, signature, args):
        pairs = [lane for k in _LANE_OF_SHORT for lane in (k, LANES)]
        spread = _shuffle(b, args[0], _constant(Bytes.llvm, 0), pairs)
        return b.bitcast(spread, Shorts.llvm)

    return Shorts(x), codegen


@intrinsic
def narrow(typing, x):
    """Return `Shorts` as `Bytes`: what is above 255 becomes 255, or 0 from 32768 on."""

    def codegen(context, b, signature, args):
        return _pack(context, b, *(_part(b, args[0], k, LANES // 2) for k in (0, 1)))

    return Bytes(x), codegen


@intrinsic
def both_halves(typing, x):
    """Return `Halves` of which either half is the lane's byte."""

    def codegen(context, b, signature, args):
        quads = [lane for k in _LANE_OF_WORD for lane in (k, LANES, k, LANES)]
        return b.bitcast(_shuffle(b, args[0], _constant(Bytes.llvm, 0), quads), Halves.llvm)

    return Halves(x), codegen


@intrinsic
def in_every_byte(typing, x):
    """Return `Words` of which each of the four bytes is the lane's byte."""

    def codegen(context, b, signature, args):
        return b.bitcast(_shuffle(b, args[0], args[0], np.repeat(_LANE_OF_WORD, 4)), Words.llvm)

    return Words(x), codegen


@intrinsic
def halves_of(typing, x):
    """Return `Words` as their `Halves`."""
    return Halves(x), lambda context, b, signature, args: b.bitcast(args[0], Halves.llvm)


def _half(upper: bool) -> Any:
    def codegen(context, b, signature, args):
        both = b.bitcast(args[0], Halves.llvm)
        quarters = [_part(b, both, k, 32) for k in range(4)]
        # numbers of quarters that interleave stand next to each other in Shorts
        places = [k for word in range(16) for k in (2 * word + upper, 32 + 2 * word + upper)]
        parts = [_shuffle(b, quarters[k], quarters[k + 2], places) for k in (0, 1)]
        return _joined(b, parts)

    return codegen


@intrinsic
def lower_half(typing, x):
    """Return the lower half of every word, as `Shorts`."""
    return Shorts(x), _half(upper=False)


@intrinsic
def upper_half(typing, x):
    """Return the upper half of every word, as `Shorts`."""
    return Shorts(x), _half(upper=True)


@intrinsic
def narrow_halves(typing, x):
    """Return the lower halves as `Bytes`, and the upper ones, in the manner of `narrow`."""
    result = types.UniTuple(Bytes, 2)

    def codegen(context, b, signature, args):
        shorts = ir.VectorType(ir.IntType(16), 32)
        quarters = [_part(b, args[0], k, 32) for k in range(4)]
        even, odd = (
            b.bitcast(_pack(context, b, quarters[k], quarters[k + 1]), shorts) for k in (0, 2)
        )
        eight = _constant(shorts, 8)
        lower = b.or_(b.and_(even, _constant(shorts, 0x00FF)), b.shl(odd, eight))
        upper = b.or_(b.lshr(even, eight), b.and_(odd, _constant(shorts, 0xFF00)))
        pair = [b.bitcast(x, Bytes.llvm) for x in (lower, upper)]
        return context.make_tuple(b, result, pair)

    return result(x), codegen


@intrinsic
def rarely(typing, condition):
    """Return the condition, which the compiler takes to be false nearly always."""

    def codegen(context, b, signature, args):
        bit = b.trunc(args[0], ir.IntType(1)) if args[0].type.width > 1 else args[0]
        return _call(b, "llvm.expect.i1", ir.IntType(1), bit, ir.IntType(1)(0))

    return types.boolean(condition), codegen


@intrinsic
def align_stack(typing):
    """Let the frame of the function that calls this start at a multiple of 64 bytes.

    What does not fit into registers is kept there. Where the frame starts is chance otherwise,
    and in three cases of four every other vector would straddle two cache lines, at half speed.
    """

    def codegen(context, b, signature, args):
        b.function.attributes.alignstack = 64
        b.function.attributes.add("nounwind")  # llvmlite prints no attributes if there is none
        return context.get_dummy_value()

    return types.void(), codegen


# --- Memory ---------------------------------------------------------------------------------------


def empty_rows(rows: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return an array [rows, LANES], not filled; every row begins at a multiple of 64 bytes.

    Vectors that straddle two cache lines take twice as long to load and to store.
    """
    size = rows * LANES * np.dtype(dtype).itemsize
    room = np.empty(size + LANES, np.uint8)
    first = -room.ctypes.data % LANES
    return room[first : first + size].view(dtype).reshape(rows, LANES)


def _pointer(
    context: Any, b: Builder, kind: LaneType, array_type: Any, array: Value, at: Value
) -> Value:
    data = context.make_array(array_type)(context, b, array).data
    return b.bitcast(b.gep(data, [at]), kind.llvm.as_pointer())


def _kind_of(array: Any) -> LaneType | None:
    return {types.uint8: Bytes, types.uint32: Words}.get(array.dtype)


@intrinsic
def load(typing, array, row):
    """Return the 64 numbers of a row of a contiguous array of uint8 or uint32 [..., 64]."""
    kind = _kind_of(array)

    def codegen(context, b, signature, args):
        at = b.mul(args[1], ir.IntType(64)(LANES))
        return b.load(_pointer(context, b, kind, array, args[0], at), align=1)

    return kind(array, types.int64), codegen


@intrinsic
def store(typing, array, row, x):
    """Store 64 numbers in a row of a contiguous array of uint8 or uint32 [..., 64]."""
    kind = _kind_of(array)

    def codegen(context, b, signature, args):
        at = b.mul(args[1], ir.IntType(64)(LANES))
        b.store(args[2], _pointer(context, b, kind, array, args[0], at), align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, kind), codegen
