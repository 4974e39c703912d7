import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig as parseBffConfig } from '@counterfoil/bff-app/config'
import { parseConfig as parseProviderConfig } from '@counterfoil/provider/config'
import { describe, expect, it } from 'vitest'
import { readSources } from '../check/source-graph.ts'
import { ROOT } from '../step.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Returns the names that `parse` asks the environment for; a fault of a value does not matter. */
function namesRead(parse: (env: NodeJS.ProcessEnv) => unknown): readonly string[] {
  const names = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(
    {},
    { get: (_, name) => (typeof name === 'string' ? void names.add(name) : undefined) },
  )
  expect(() => parse(env)).toThrow()
  return [...names].filter((name) => /^(?:BFF|PROVIDER)_/.test(name))
}

describe('the tables of settings', () => {
  it.each([
    ['apps/bff', (env: NodeJS.ProcessEnv) => parseBffConfig(env, () => undefined)],
    ['apps/provider', (env: NodeJS.ProcessEnv) => parseProviderConfig(env)],
  ])('have every setting that %s reads, and no other', (app, parse) => {
    const names = namesRead(parse)
    const table = read(`${app}/README.md`)
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
    const rows = [...table.matchAll(/^\| `((?:BFF|PROVIDER)_\w+)`/gm)].map(([, name = '']) => name)
    // Some are read only beside others.
    const sources = [...readSources(ROOT)].filter(([file]) => !/\.test\.|\/testing\//.test(file))
    const isRead = (name: string): boolean =>
      names.includes(name) || sources.some(([, text]) => text.includes(`'${name}'`))
    expect(rows.filter((name) => !isRead(name))).toEqual([])
  })
})

describe('the commands that documents name', () => {
  const files = globSync(['*.md', 'docs/*.md', '{apps,packages,bench,tools}/**/README.md'], {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  })
  const text = files.map(read).join('\n')

  it('are scripts of package.json, each of which a document names', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const short = ['start', 'test', 'install']
    expect(Object.keys(scripts).filter((name) => ![...named, ...short].includes(name))).toEqual([])
  })

  it('are commands of Harbour after `npm run harbour --`', () => {
    const named = [...text.matchAll(/harbour -- ([a-z]+ [a-z-]+)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(5)
    const commands = globSync('apps/provider/src/admin/*-commands.ts', { cwd: ROOT }).map(read).join('\n')
    expect(named.filter((name) => !commands.includes(`name: '${name}'`))).toEqual([])
  })
})
