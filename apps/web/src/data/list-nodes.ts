export interface NodePage<Node> {
  readonly edges: readonly { readonly node: Node | null }[]
}

/** Returns the nodes of a page of a list, in order. Missing lists and empty edges yield nothing. */
export function nodesOf<Node>(list: NodePage<Node> | null | undefined): readonly Node[] {
  return (list?.edges ?? []).flatMap(({ node }) => node ?? [])
}
