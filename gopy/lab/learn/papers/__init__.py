"""What the replications of papers learn: values of local shapes, and the weights of the softmax playout."""
