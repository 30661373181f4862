"""The encoder of multilingual-e5-small as an ONNX graph: from the vectors of one text's tokens to their mean.

Every product with weights runs in int8: the weights are quantised once, a scale for each column, and what comes in
is quantised when it comes, a scale for each product. The graph takes one text at a time, so that what a text gives
depends on no other text and on no padding.

Weights have 7 bits: processors without VNNI add two products in 16 bits, where those of 8 bits would overflow.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ownwords.embedding.e5_packages import package
from ownwords.embedding.e5_weights import LAYERS, WIDTH, Floats, Weights

_HEADS: Final = 12
_INNER: Final = 1536
_EPSILON: Final = 1e-12
_MOST: Final = 63
_OPSET: Final = 20
_IR_VERSION: Final = 10


class Graph:
    """A graph in the making; each method adds nodes and gives the name of what they put out."""

    def __init__(self) -> None:
        """Begin without a node."""
        self._helper = package("onnx.helper")
        self._numpy_helper = package("onnx.numpy_helper")
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def node(self, operator: str, *inputs: str, **attributes: object) -> str:
        """Add a node of one output."""
        return self.nodes(operator, 1, *inputs, **attributes)[0]

    def nodes(self, operator: str, outputs: int, *inputs: str, **attributes: object) -> list[str]:
        """Add a node of several outputs."""
        name = f"{operator}{len(self._nodes)}"
        names = [f"{name}.{output}" for output in range(outputs)]
        self._nodes.append(self._helper.make_node(operator, inputs, names, name, **attributes))
        return names

    def constant(self, value: npt.ArrayLike) -> str:
        """Add a value that does not change."""
        name = f"constant{len(self._constants)}"
        self._constants.append(self._numpy_helper.from_array(np.asarray(value), name))
        return name

    def quantised(self, values: str) -> tuple[str, str, str]:
        """Quantise values as they come: their bytes, the scale, and the byte that stands for zero."""
        values, scale, zero = self.nodes("DynamicQuantizeLinear", 3, values)
        return values, scale, zero

    def product(self, values: tuple[str, str, str], weights: Floats, bias: Floats) -> str:
        """Multiply quantised values by weights, kept as (outputs, inputs), and add a bias."""
        scales = np.abs(weights).max(axis=1) / np.float32(_MOST)
        integers = np.rint(weights / scales[:, None]).astype(np.int8)
        summed = self.node("MatMulInteger", values[0], self.constant(integers.T.copy()), values[2])
        scale = self.node("Mul", values[1], self.constant(scales))
        floats = self.node("Mul", self.node("Cast", summed, to=1), scale)
        return self.node("Add", floats, self.constant(bias))

    def normalised(self, values: str, weights: Weights, name: str) -> str:
        """Bring each row to its mean and spread."""
        scale, bias = (self.constant(weights.floats(f"{name}.{part}")) for part in "wb")
        return self.node("LayerNormalization", values, scale, bias, epsilon=_EPSILON)

    def serialised(self, source: str, result: str) -> bytes:
        """Give the graph from `source` to `result` as an ONNX file."""
        taken = self._helper.make_tensor_value_info(source, 1, ["tokens", WIDTH])
        given = self._helper.make_tensor_value_info(result, 1, [WIDTH])
        graph = self._helper.make_graph(self._nodes, "e5", [taken], [given], self._constants)
        opset = self._helper.make_opsetid("", _OPSET)
        model = self._helper.make_model(graph, ir_version=_IR_VERSION, opset_imports=[opset])
        content: bytes = model.SerializeToString(deterministic=True)
        return content


def encoder(weights: Weights) -> bytes:
    """Build the encoder: in come the vectors of a text's tokens with their places added, out comes their mean."""
    graph = Graph()
    hidden = graph.normalised("tokens", weights, "emb.ln")
    for layer in range(LAYERS):
        attended = _attention(graph, hidden, weights, f"l{layer}")
        hidden = graph.normalised(graph.node("Add", hidden, attended), weights, f"l{layer}.aln")
        inner = _linear(graph, hidden, weights, f"l{layer}.fi")
        outer = _linear(graph, graph.node("Gelu", inner), weights, f"l{layer}.fo", width=_INNER)
        hidden = graph.normalised(graph.node("Add", hidden, outer), weights, f"l{layer}.oln")
    mean = graph.node("ReduceMean", hidden, graph.constant(np.array([0])), keepdims=0)
    return graph.serialised("tokens", mean)


def _linear(graph: Graph, values: str, weights: Weights, *names: str, width: int = WIDTH) -> str:
    """Multiply by matrices of the same inputs and add their biases, the outputs side by side."""
    matrix = np.concatenate([weights.matrix(f"{name}.w", width) for name in names])
    bias = np.concatenate([weights.floats(f"{name}.b") for name in names])
    return graph.product(graph.quantised(values), matrix, bias)


def _attention(graph: Graph, hidden: str, weights: Weights, layer: str) -> str:
    """Let every token look at every token, with 12 heads."""
    together = _linear(graph, hidden, weights, f"{layer}.q", f"{layer}.k", f"{layer}.v")
    heads = graph.node("Reshape", together, graph.constant(np.array([-1, 3, _HEADS, WIDTH // _HEADS])))
    asking, asked, said = (graph.node("Gather", heads, graph.constant(np.array(part)), axis=1) for part in range(3))
    asking = graph.node("Transpose", asking, perm=[1, 0, 2])
    asked = graph.node("Transpose", asked, perm=[1, 2, 0])
    said = graph.node("Transpose", said, perm=[1, 0, 2])
    scale = graph.constant(np.float32(1 / math.sqrt(WIDTH // _HEADS)))
    shares = graph.node("Softmax", graph.node("Mul", graph.node("MatMul", asking, asked), scale), axis=-1)
    heard = graph.node("Transpose", graph.node("MatMul", shares, said), perm=[1, 0, 2])
    joined = graph.node("Reshape", heard, graph.constant(np.array([-1, WIDTH])))
    return _linear(graph, joined, weights, f"{layer}.ao")
