"""A search whose leaves are judged by a function of the user's own, in batches, instead of by playouts."""
