import { APP_PAGES } from '@counterfoil/testkit/walked-pages'
import { describe, expect, it } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { decideScreen } from './decide-screen.ts'
import { PATHS } from './paths.ts'

const NOTHING = { connectResult: null, left: null }
const connected = signedInSession([sampleConnection()])

describe('every address of the app', () => {
  it.each(Object.entries(PATHS))('%s (%s) has a screen, signed in and signed out', (_, path) => {
    expect(decideScreen(path, connected, NOTHING).kind).not.toBe('not_found')
    expect(decideScreen(path, sampleSession(), NOTHING).kind).not.toBe('not_found')
  })

  it('has a different screen', () => {
    const kinds = Object.values(PATHS).map((path) => decideScreen(path, connected, NOTHING).kind)
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it('differs from the BFF’s own paths', () => {
    const taken = new Set<string>(Object.values(BFF_PATHS))
    expect(Object.values(PATHS).filter((path) => taken.has(path))).toEqual([])
  })
})

it('every address of the app is covered by the browser tests', () => {
  expect(Object.values(PATHS).toSorted()).toEqual(APP_PAGES.toSorted())
})
