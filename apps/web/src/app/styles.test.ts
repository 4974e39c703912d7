import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..')
const LIST = 'app/styles.css'
/** Style sheets that several components share. Every other style sheet has the name of the component beside it. */
const SHARED = ['app/base.css', 'app/print.css', LIST].concat(
  ['actions', 'control', 'switch-row', 'tag', 'text', 'with-icon'].map((name) => `ui/${name}.css`),
)

const read = (path: string) => readFileSync(join(SRC, path), 'utf8')
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')
const files = (pattern: string) =>
  globSync(pattern, { cwd: SRC })
    .filter((path) => !/\.test\.tsx?$|^testing\//.test(path))
    .toSorted()

/** Returns the classes of every selector. Strings are removed, since a URL may end in what looks like a class. */
function classesOfStyles(): ReadonlySet<string> {
  const classes = new Set<string>()
  for (const path of files('**/*.css')) {
    const css = withoutComments(read(path)).replace(/'[^']*'/g, '')
    for (const [, name = ''] of css.matchAll(/\.([a-z][\w-]*)/g)) classes.add(name)
  }
  return classes
}

/** Returns the values of `className=`: strings, or expressions with their braces. */
function classNameValues(code: string): readonly string[] {
  return [...code.matchAll(/className=/g)].map(({ index }) => {
    const start = index + 'className='.length
    let depth = 0
    for (let at = start; at < code.length; at += 1) {
      if (code[at] === '{') depth += 1
      if (code[at] === '}') depth -= 1
      const isOver = depth === 0 && at > start && /["}]/.test(code[at] ?? '')
      if (isOver) return code.slice(start, at + 1)
    }
    throw new Error('a className without an end')
  })
}

/** Returns the full class names in components, and the prefixes of composed ones, as in `notice-${tone}`. */
function classesOfComponents() {
  const whole = new Set<string>()
  const begun = new Set<string>()
  for (const path of files('**/*.tsx')) {
    for (const value of classNameValues(read(path))) {
      const texts = value.replace(/[!=]== '[^']*'/g, '').matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`/g)
      for (const [, single, double, template] of texts) {
        const text = single ?? double ?? template ?? ''
        for (const name of text.replace(/\$\{[^}]*\}/g, '*').split(/\s+/)) {
          if (name.endsWith('*')) begun.add(name.slice(0, -1))
          else if (name !== '') whole.add(name)
        }
      }
    }
  }
  return { whole, begun }
}

describe('the style sheets', () => {
  it('are listed once each, the base first and the print styles last', () => {
    const listed = [...withoutComments(read(LIST)).matchAll(/@import '([^']+)'/g)].map(([, path = '']) =>
      join(dirname(LIST), path),
    )
    expect(listed.toSorted()).toEqual(files('**/*.css').filter((path) => path !== LIST))
    expect(listed.at(0)).toBe('app/base.css')
    expect(listed.at(-1)).toBe('app/print.css')
  })

  it('have the file name of their component, unless several components share them', () => {
    const components = files('**/*.tsx').map((path) => path.replace(/\.tsx$/, '.css'))
    expect(files('**/*.css').filter((path) => !components.includes(path))).toEqual(SHARED.toSorted())
  })

  it('define no class in two folders, because the later rule would change the earlier one', () => {
    const owners = new Map<string, Set<string>>()
    for (const path of files('**/*.css').filter((file) => !SHARED.includes(file))) {
      // Only selectors of a single class count; a selector within another class affects only that component.
      for (const [, selectors = ''] of withoutComments(read(path)).matchAll(/([^{}]+)\{(?=[^{}]*\})/g)) {
        for (const selector of selectors.split(',').map((text) => text.trim())) {
          const name = /^\.([a-z][\w-]*)$/.exec(selector)?.[1]
          if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(path))
        }
      }
    }
    const shared = [...owners].filter(([, paths]) => new Set([...paths].map(dirname)).size > 1)
    expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
  })

  it('define no class that no component uses', () => {
    const { whole, begun } = classesOfComponents()
    const code = files('**/*.{ts,tsx}').map(read).join('\n')
    const isMade = (name: string) =>
      [...begun].some((beginning) => {
        const rest = name.startsWith(beginning) ? name.slice(beginning.length) : ''
        return /^\d+$/.test(rest) || (rest !== '' && new RegExp(`'${rest}'|\\b${rest}:`).test(code))
      })
    const styled = [...classesOfStyles()]
    expect(styled.filter((name) => !whole.has(name) && !isMade(name))).toEqual([])
    // A lower bound, since an empty list would prove nothing.
    expect(styled.length).toBeGreaterThan(100)
  })

  it('define every class that a component uses', () => {
    const styled = classesOfStyles()
    const { whole, begun } = classesOfComponents()
    const isStyled = (name: string) => styled.has(name) || name.startsWith('button-')
    expect([...whole].filter((name) => !isStyled(name))).toEqual([])
    const isBegun = (beginning: string) =>
      beginning === 'button-' || [...styled].some((name) => name.startsWith(beginning))
    expect([...begun].filter((beginning) => !isBegun(beginning))).toEqual([])
    expect(whole.size).toBeGreaterThan(80)
  })
})
