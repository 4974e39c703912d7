import { describe, expect, it } from 'vitest'
import { planChunks, type GraphModule } from './chunk-plan.ts'

const SMALL = 300
const LARGE = 20_000

/** `graph({ main: [SMALL, 'ui'] })`: a module, its bytes, what it imports. Parts are those named so. */
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

  it('loads with every page what the entry needs', () => {
    expect([plan.get('main.ts'), plan.get('frame')]).toEqual(['index', 'index'])
  })

  it('loads with every page what most parts need, when it is small', () => {
    expect(plan.get('card')).toBe('index')
  })

  it('leaves with its part what no other part needs', () => {
    expect([plan.get('only-profile'), plan.get('rows'), plan.get('home-screen')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('brings nothing with a first page that most of the others need and it does not', () => {
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

  it('keeps what several parts share and others do not need in a file of its own', () => {
    expect(plan.get('library')).toMatch(/^shared-/)
    expect(plan.get('long-words')).toMatch(/^shared-/)
    expect(plan.get('long-words')).not.toBe(plan.get('library'))
  })

  it('puts nothing into the first file that would bring another file', () => {
    expect(plan.get('form')).toBe(plan.get('long-words'))
    expect(plan.get('data')).toBe(plan.get('library'))
  })

  it('depends on who imports a module, not on its name', () => {
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

  it('stays the same when a file is divided', () => {
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

  it('copes with modules that import each other', () => {
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
