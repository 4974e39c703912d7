import fc from 'fast-check'

const LEAVES = ['id', 'name', '__typename', 'a: id', 'b: name', 'x: id']
const OPENERS = [
  '... {',
  '... on Query {',
  '... on Business {',
  'business {',
  'b: business {',
  'businesses(page: 1) { edges { node {',
  'currency {',
  'user {',
]

/** Selections repeated `times` times, nested or side by side. */
const selections: fc.Arbitrary<string> = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    fc.constantFrom(...LEAVES),
    fc.nat({ max: 30 }).map((number) => `...F${number}`),
    fc.nat({ max: 40 }).map((number) => `n${number}: id`),
    fc
      .tuple(fc.constantFrom(...OPENERS), fc.array(tie('part'), { minLength: 1, maxLength: 6 }))
      .map(([opener, parts]) => `${opener} ${parts.join(' ')} ${'}'.repeat(opener.split('{').length - 1)}`),
    fc
      .tuple(fc.constantFrom(2, 5, 10, 24, 49, 120), tie('part'))
      .map(([times, part]) => (part.length * times > 12_000 ? part : `${part} `.repeat(times))),
  ),
})).part

/**
 * Returns documents that try to be expensive to validate: repeats, nesting, inline fragments, fragments in chains, nets and circles,
 * many operations. Each has at most `maxTokens` words and signs.
 */
export function hostileDocument(maxTokens: number): fc.Arbitrary<string> {
  return fc
    .record({
      operations: fc.array(selections, { minLength: 1, maxLength: 3 }),
      copies: fc.constantFrom(1, 1, 1, 8, 40),
      fragments: fc.array(selections, { maxLength: 31 }),
    })
    .map(({ operations, copies, fragments }) =>
      [
        ...Array.from({ length: copies }, (_, copy) =>
          operations.map((body, index) => `query Q${copy}_${index} { ${body} }`),
        ).flat(),
        ...fragments.map(
          (body, index) => `fragment F${index} on ${index % 2 === 0 ? 'Query' : 'Business'} { ${body} }`,
        ),
      ].join('\n'),
    )
    .filter((text) => (text.match(/\.\.\.|\w+|[^\s\w]/g)?.length ?? 0) < maxTokens)
}
