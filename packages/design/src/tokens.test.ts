import { describe, expect, it } from 'vitest'
import { contrastRatio } from './testing/contrast.ts'
import { DARK, LIGHT, type ColourRole, type Palette } from './palette.ts'
import { CONSTANTS, tokensCss } from './tokens.ts'

const TEXT_RATIO = 4.5
const SHAPE_RATIO = 3

/** Roles that hold words, with every ground they may stand on. */
const TEXT: readonly (readonly [ColourRole, readonly ColourRole[]])[] = [
  ['ink', ['page', 'card', 'accent-tint', 'warn-tint', 'danger-tint']],
  ['muted', ['page', 'card', 'accent-tint', 'warn-tint', 'danger-tint']],
  ['accent', ['page', 'card', 'accent-tint', 'warn-tint', 'danger-tint']],
  ['accent-hover', ['page', 'card', 'accent-tint']],
  ['on-accent', ['accent', 'accent-hover']],
  ['ok', ['page', 'card', 'accent-tint']],
  ['warn', ['page', 'card', 'warn-tint']],
  ['danger', ['page', 'card', 'danger-tint']],
  ['info', ['page', 'card', 'accent-tint']],
]

/** Roles that draw outlines and shapes. */
const SHAPES: readonly (readonly [ColourRole, readonly ColourRole[]])[] = [
  ['control', ['page', 'card']],
  ['focus', ['page', 'card', 'accent-tint', 'warn-tint', 'danger-tint']],
  ['money-in', ['page', 'card']],
  ['money-out', ['page', 'card']],
]

const themes: readonly (readonly [string, Palette])[] = [
  ['light', LIGHT],
  ['dark', DARK],
]

describe.each(themes)('the %s palette', (_name, palette) => {
  const pairs = (list: typeof TEXT) =>
    list.flatMap(([role, grounds]) => grounds.map((ground) => [role, ground] as const))

  it.each(pairs(TEXT))('has enough contrast for text: %s on %s', (role, ground) => {
    expect(contrastRatio(palette[role], palette[ground])).toBeGreaterThanOrEqual(TEXT_RATIO)
  })

  it.each(pairs(SHAPES))('has enough contrast for edges and marks: %s on %s', (role, ground) => {
    expect(contrastRatio(palette[role], palette[ground])).toBeGreaterThanOrEqual(SHAPE_RATIO)
  })

  it('has text contrast well above the minimum on every tint', () => {
    for (const tint of ['accent-tint', 'warn-tint', 'danger-tint'] as const)
      expect(contrastRatio(palette.ink, palette[tint])).toBeGreaterThan(11.6)
  })

  it('gives money in and money out different lightness, because hatching may not be printed', () => {
    expect(contrastRatio(palette['money-in'], palette['money-out'])).toBeGreaterThan(1.9)
  })
})

describe(contrastRatio, () => {
  it('is 21 between black and white and 1 between equal colours', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastRatio('#0b5d56', '#0b5d56')).toBe(1)
  })
  it('is the same in both orders of the two colours', () => {
    expect(contrastRatio('#59616a', '#faf8f3')).toBe(contrastRatio('#faf8f3', '#59616a'))
  })
})

describe('tokens.css', () => {
  it('is generated from tokens.ts, so that no page has a colour of its own', async () => {
    await expect(tokensCss).toMatchFileSnapshot('./tokens.css')
  })
  it('has rules for a chosen theme, the system theme, forced colours, reduced motion and print', () => {
    for (const condition of [
      'data-theme=dark',
      'prefers-color-scheme',
      'forced-colors',
      'reduced-motion',
      'print',
    ])
      expect(tokensCss).toContain(condition)
  })
  it('defines each token once', () => {
    const names = [...Object.keys(CONSTANTS), ...Object.keys(LIGHT)]
    expect(new Set(names).size).toBe(names.length)
  })
})
