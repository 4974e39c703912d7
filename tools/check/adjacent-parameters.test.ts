import { describe, expect, it } from 'vitest'
import { describeNeighbours, findAdjacentParameters } from './adjacent-parameters.ts'

const found = (source: string, file = 'apps/x/src/a.ts') =>
  findAdjacentParameters(file, source).map(({ parameters, type }) => [...parameters, type])

describe(findAdjacentParameters, () => {
  it.each([
    ['a function', 'export async function send<T>(x: T, to: string, text: string) {}'],
    ['an arrow', 'const send = (to: string, text: string) => {}'],
    ['a method', 'const post = { send(to: string, text: string) {} }'],
    ['the method of a port', 'interface Post { send(to: string, text: string): void }'],
    ['a function type', 'type Send = (to: string, text: string) => void'],
    ['what may be missing', 'function send(to: string | undefined, text?: null | string) {}'],
    ['what has a default', "function send(to: string, text = '') {}"],
    ['a parameter after a function', 'function send(f: (a: string) => void, to: string, text: string) {}'],
  ])('finds two neighbours of one primitive type in %s', (_where, source) => {
    expect(found(source)).toEqual([['to', 'text', 'string']])
  })

  it('finds numbers and booleans too', () => {
    expect(found('function f(a: number, b: number, c: boolean, d: boolean) {}')).toEqual([
      ['a', 'b', 'number'],
      ['c', 'd', 'boolean'],
    ])
  })

  it.each([
    ['of two types', 'function f(x: string, y: number, z: string | number) {}'],
    ['in one object', 'function f({ x, y }: { readonly x: string; readonly y: string }) {}'],
    ['of types of their own', 'function f(x: UserId, y: BusinessId) {}'],
    ['apart', 'function f(x: string, y: readonly string[], z: string) {}'],
    ['whose order means nothing', 'function f(one: string, other: string) {}'],
  ])('accepts neighbouring parameters that are %s', (_which, source) => {
    expect(found(source)).toEqual([])
  })

  it.each([
    'apps/x/src/a.test.ts',
    'apps/x/src/testing/a.ts',
    'packages/testkit/src/a.ts',
    'apps/x/src/words/en.ts',
  ])('ignores %s', (file) => {
    expect(found('function send(to: string, text: string) {}', file)).toEqual([])
  })
})

describe(describeNeighbours, () => {
  it('reports the file, the line and the correction', () => {
    const [pair] = findAdjacentParameters('apps/x/src/a.ts', '\nfunction send(to: string, text: string) {}')
    expect(pair && describeNeighbours(pair)).toBe(
      'apps/x/src/a.ts:2: to and text stand side by side, both string; take one object { to, text }, or give each its own type.',
    )
  })
})
