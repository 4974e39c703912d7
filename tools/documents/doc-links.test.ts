import { describe, expect, it } from 'vitest'
import {
  anchorsIn,
  findLinkFaults,
  findNameFaults,
  findProofFaults,
  pathEnds,
  unknownSettings,
} from './doc-links.ts'

describe(findLinkFaults, () => {
  const documents: Readonly<Record<string, string>> = {
    'docs/a.md': '# One idea\n## The name `tells` the side!\n```\n# not a heading\n```\n',
    'README.md': '',
  }
  const faults = (markdown: string): readonly string[] =>
    findLinkFaults(
      'docs/b.md',
      markdown,
      (path) => path in documents || path === 'docs' || path === 'docs/b.md',
      (path) => anchorsIn(documents[path] ?? markdown),
    ).map((it) => it.link)

  it.each([
    '[a](a.md)',
    '[a](./a.md#one-idea)',
    '[a](a.md#the-name-tells-the-side)',
    '[up](../README.md)',
    '[folder](../docs/)',
    '[away](https://example.com/x#y)',
    '# Here\n[here](#here)',
    '```\n[in code](nowhere.md)\n```',
  ])('accepts the link %j', (markdown) => expect(faults(markdown)).toEqual([]))

  it.each([
    ['[a](c.md)', 'c.md'],
    ['[a](a.md#two-ideas)', 'a.md#two-ideas'],
    ['[a](a.md#not-a-heading)', 'a.md#not-a-heading'],
    ['![picture](pictures/none.png)', 'pictures/none.png'],
    ['<img src="none.png" alt="">', 'none.png'],
    ['[here](#there)', '#there'],
    ['[`old-name.ts`](a.md)', 'a.md'],
    ['[rooms/old-name.tsx](../docs/a.md)', '../docs/a.md'],
  ])('reports the broken link %j', (markdown, link) => expect(faults(markdown)).toEqual([link]))
})

describe(findProofFaults, () => {
  const source = "it('ends at its end, however busy it\\u2019s', () => {})"
  const faults = (link: string): number =>
    findProofFaults('docs/threats.md', link, (path) => (path === 'apps/a.test.ts' ? source : undefined))
      .length

  it('finds a title with any kind of quotation marks', () => {
    expect(faults('["ends at its end, however busy it’s"](../apps/a.test.ts)')).toBe(0)
  })

  it.each([
    '["ends at its beginning"](../apps/a.test.ts)',
    '["ends at its end"](../apps/b.test.ts)',
    '["ends at its end"](../apps/testing/b.ts)',
  ])('reports a missing test: %s', (link) => expect(faults(link)).toBe(1))
})

describe(unknownSettings, () => {
  it('reports a setting that is not in the tables', () => {
    const tables = '| `BFF_PORT` | `PROVIDER_CALLS_PER_MINUTE` |'
    expect(unknownSettings("{ BFF_PORT: '1', PROVIDER_CALLS: '2' }", tables)).toEqual(['PROVIDER_CALLS'])
  })
})

describe(findNameFaults, () => {
  const ends = pathEnds(['apps/bff/src/tokens/token-use.ts', 'apps/provider/src/graphql/schema.graphql'])
  const missing = (file: string, text: string): readonly string[] =>
    findNameFaults(file, text, (name) => ends.has(name)).map(({ name }) => name)

  it.each([
    '`token-use.ts`, `tokens/token-use.ts`, `tokens/`, `apps/bff/src`, `schema.graphql`',
    '`x.http.test.ts`, `apps/web/dist`, `.cache/types/a.ts`, `npm test`, `and/or`',
    '```sh\ncat `gone.ts`\n```',
  ])('accepts in a document: %j', (text) => expect(missing('docs/a.md', text)).toEqual([]))

  it.each([
    ['`token-uses.ts`', 'token-uses.ts'],
    ['see `access/token-use.ts`', 'access/token-use.ts'],
    ['| `clients/` | applications |', 'clients'],
    ['`packages/none`', 'packages/none'],
  ])('reports in a document: %j', (text, name) => expect(missing('docs/a.md', text)).toEqual([name]))

  it.each([
    ['// See gone.ts.', ['gone.ts']],
    ['const a = 1 // as in `gone/`', ['gone']],
    [' * Written by token-use.ts and tokens/gone.test.ts', ['tokens/gone.test.ts']],
    ["import './gone.ts'", []],
  ])('reports in a source: %j', (text, names) => expect(missing('tools/a.ts', text)).toEqual(names))
})
