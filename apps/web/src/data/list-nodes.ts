export interface NodePage<Node> {
  readonly edges: readonly { readonly node: Node | null }[]
}

/** What is in a page of a list, in its order. Nothing of a list that did not come, and of a place that came empty. */
export function nodesOf<Node>(list: NodePage<Node> | null | undefined): readonly Node[] {
  return (list?.edges ?? []).flatMap(({ node }) => node ?? [])
}
