import { describe, expect, it } from 'vitest'
import { planChunks, type GraphModule } from './chunk-plan.ts'

const SMALL = 300
const LARGE = 20_000

/** Builds a module graph: `graph({ main: [SMALL, 'ui'] })` names modules with bytes and imports. Parts end in `-screen`. */
function graph(modules: Readonly<Record<string, readonly [bytes: number, ...imports: string[]]>>) {
  return Object.entries(modules).map(([id, [bytes, ...imports]]): GraphModule => ({
    id,
    isEntry: id.startsWith('main'),
    isPart: id.endsWith('-screen'),
    isFirstPage: /^(start|home)-/.test(id),
    bytes,
    imports,
  }))
}

const APP = {
  'main.ts': [SMALL, 'frame'],
  frame: [SMALL],
  'start-screen': [SMALL, 'frame', 'card', 'form'],
  'home-screen': [SMALL, 'frame', 'card', 'rows', 'data'],
  'profile-screen': [SMALL, 'frame', 'card', 'form', 'data', 'only-profile'],
  'result-screen': [SMALL, 'frame', 'card', 'proof', 'data'],
  'only-profile': [SMALL],
  card: [SMALL],
  rows: [SMALL],
  proof: [SMALL, 'data'],
  form: [SMALL, 'long-words'],
  'long-words': [LARGE],
  data: [SMALL, 'library'],
  library: [LARGE],
} as const

describe(planChunks, () => {
  const plan = planChunks(graph(APP))

  it('puts modules that the entry imports into the entry chunk', () => {
    expect([plan.get('main.ts'), plan.get('frame')]).toEqual(['index', 'index'])
  })

  it('puts a small module that most parts import into the entry chunk', () => {
    expect(plan.get('card')).toBe('index')
  })

  it('leaves a module that only one part imports in the chunk of that part', () => {
    expect([plan.get('only-profile'), plan.get('rows'), plan.get('home-screen')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keeps a module out of the first page if most other parts need it but the first page does not', () => {
    const shares = planChunks(
      graph({
        'main.ts': [SMALL],
        'home-screen': [SMALL, 'main.ts', 'drawing'],
        'more-screen': [SMALL, 'main.ts', 'drawing', 'ladder'],
        'moved-screen': [SMALL, 'main.ts', 'drawing', 'ladder'],
        ...Object.fromEntries(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}-screen`, [SMALL, 'main.ts']] as const),
        ),
        drawing: [LARGE],
        ladder: [LARGE],
      }),
    )
    expect(shares.get('drawing')).toMatch(/^shared-/)
    expect(shares.get('ladder')).not.toBe(shares.get('drawing'))
  })

  it('puts modules that several parts share, and others do not need, into a shared chunk', () => {
    expect(plan.get('library')).toMatch(/^shared-/)
    expect(plan.get('long-words')).toMatch(/^shared-/)
    expect(plan.get('long-words')).not.toBe(plan.get('library'))
  })

  it('puts no module into the entry chunk that would load another chunk', () => {
    expect(plan.get('form')).toBe(plan.get('long-words'))
    expect(plan.get('data')).toBe(plan.get('library'))
  })

  it('depends on the import graph, not on module names', () => {
    const moved = (id: string) => (id.endsWith('-screen') || id.startsWith('main') ? id : `elsewhere/${id}`)
    const elsewhere = graph(APP).map((module) => ({
      ...module,
      id: moved(module.id),
      imports: module.imports.map(moved),
    }))
    expect(planChunks(elsewhere.toReversed())).toEqual(
      new Map([...plan].map(([id, chunk]) => [moved(id), chunk])),
    )
  })

  it('gives the same plan when a module is split in two', () => {
    const PROOF = 6_000
    const divided = planChunks(
      graph({
        ...APP,
        'home-screen': [SMALL, 'frame', 'card', 'proof'],
        proof: [PROOF / 2, 'proof-rows'],
        'proof-rows': [PROOF / 2],
      }),
    )
    const whole = planChunks(
      graph({ ...APP, 'home-screen': [SMALL, 'frame', 'card', 'proof'], proof: [PROOF] }),
    )
    expect(whole.get('proof')).toMatch(/^shared-/)
    expect([divided.get('proof'), divided.get('proof-rows')]).toEqual([
      whole.get('proof'),
      whole.get('proof'),
    ])
  })

  it.each([
    ['joins what nearly the same parts share, when what one gets in vain is small', SMALL, true],
    ['keeps two files of it, when that is large', LARGE, false],
  ])('%s', (_what, bytes, isJoined) => {
    const lists = planChunks(
      graph({
        'main.ts': [SMALL],
        'a-screen': [SMALL, 'main.ts', 'rows', 'filters'],
        'b-screen': [SMALL, 'main.ts', 'rows', 'filters'],
        'c-screen': [SMALL, 'main.ts', 'rows', 'totals'],
        'd-screen': [SMALL, 'main.ts', 'totals'],
        rows: [LARGE / 4],
        filters: [SMALL],
        totals: [bytes],
      }),
    )
    expect(lists.get('totals') === lists.get('filters')).toBe(isJoined)
  })

  it('handles circular imports', () => {
    const circle = planChunks(
      graph({
        'main.ts': [SMALL],
        'a-screen': [SMALL, 'main.ts', 'x'],
        'b-screen': [SMALL, 'main.ts', 'y'],
        'c-screen': [SMALL, 'main.ts'],
        x: [SMALL, 'y'],
        y: [SMALL, 'x', 'z'],
        z: [LARGE],
      }),
    )
    expect(['x', 'y', 'z'].map((id) => circle.get(id))).toEqual(['shared-1', 'shared-1', 'shared-1'])
  })
})
