import { APP_PAGES } from '@counterfoil/testkit/walked-pages'
import { describe, expect, it } from 'vitest'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { sampleConnection, sampleSession, signedInSession } from '#testing/samples.ts'
import { decideScreen } from './decide-screen.ts'
import { PATHS } from './paths.ts'

const NOTHING = { connectResult: null, left: null }
const connected = signedInSession([sampleConnection()])

describe('every address of the app', () => {
  it.each(Object.entries(PATHS))(
    '%s (%s) has a screen for who is signed in, and for who is not',
    (_, path) => {
      expect(decideScreen(path, connected, NOTHING).kind).not.toBe('not_found')
      expect(decideScreen(path, sampleSession(), NOTHING).kind).not.toBe('not_found')
    },
  )

  it('is another screen than each of the others', () => {
    const kinds = Object.values(PATHS).map((path) => decideScreen(path, connected, NOTHING).kind)
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it('is none of the BFF’s own', () => {
    const taken = new Set<string>(Object.values(BFF_PATHS))
    expect(Object.values(PATHS).filter((path) => taken.has(path))).toEqual([])
  })
})

it('every address of the app is a page that the browser tests look at', () => {
  expect(Object.values(PATHS).toSorted()).toEqual(APP_PAGES.toSorted())
})
