import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../step.ts'

// No package that could be installed here carries the schemas of these files: that of renovate.json is part of a bot with a hundred
// dependencies. Their readers ignore a name that leads nowhere, so the names are checked.
const read = <Value>(file: string): Value => parse(readFileSync(join(ROOT, file), 'utf8')) as Value

describe('the development container', () => {
  const container = read<{
    postCreateCommand: string
    customizations: { vscode: { extensions: readonly string[] } }
  }>('.devcontainer/devcontainer.json')

  it('is set up by a command of package.json', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>('package.json')
    expect(Object.keys(scripts).map((name) => `npm run ${name}`)).toContain(container.postCreateCommand)
  })

  it('has the same recommended extensions as a local checkout', () => {
    const { recommendations } = read<{ recommendations: readonly string[] }>('.vscode/extensions.json')
    expect(container.customizations.vscode.extensions).toEqual(recommendations)
  })
})

describe('the updates of dependencies', () => {
  const { packageRules } = read<{ packageRules: readonly { matchPackageNames?: readonly string[] }[] }>(
    'renovate.json',
  )
  const patterns = packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames)
  const { catalog } = read<{ catalog: Record<string, string> }>('pnpm-workspace.yaml')
  const { optionalDependencies } = read<{ optionalDependencies: Record<string, string> }>(
    'tools/package.json',
  )
  const names = Object.keys({ ...catalog, ...optionalDependencies })

  it.each(patterns)('group %s, and each group matches a package', (pattern) => {
    const expression = /^\/(.+)\/$/.exec(pattern)?.[1]
    expect(
      names.filter((name) =>
        expression === undefined ? name === pattern : new RegExp(expression).test(name),
      ),
    ).not.toEqual([])
  })
})
