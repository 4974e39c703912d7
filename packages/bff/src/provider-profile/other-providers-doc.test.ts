import { readFileSync } from 'node:fs'
import { parseJsonObject } from '@counterfoil/service/http/json-object'
import { describe, expect, it } from 'vitest'
import { DeclarationSchema, type ProviderDeclaration } from './declaration.ts'
import { defineProvider } from './define-provider.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../../../../docs/other-providers.md')

describe('docs/other-providers.md', () => {
  it('documents exactly the members of a profile', () => {
    const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replaceAll('`', '')),
    )
    const settings = ['clientId', 'clientSecret']
    expect([...rows, ...settings].toSorted()).toEqual(Object.keys(DeclarationSchema.shape).toSorted())
  })

  it('contains only valid profiles', () => {
    const examples = [...page.matchAll(/```json\n([^`]+)```/g)].map(([, text = '']) => parseJsonObject(text))
    expect(examples).toHaveLength(2)
    for (const example of examples) {
      const declaration = { ...example, clientId: 'client', clientSecret: 'secret' }
      expect(defineProvider(declaration as unknown as ProviderDeclaration).name).toBe('Ledger')
    }
  })

  it('cites only existing tests', () => {
    const titles = [...page.matchAll(/^\| \*([^*]+)\* \|/gm)].map(([, title = '']) => title)
    const tests = read('other-providers.deep.http.test.ts')
    expect(titles.filter((title) => !tests.includes(`'${title}'`))).toEqual([])
    expect(titles.length).toBeGreaterThan(5)
  })
})
