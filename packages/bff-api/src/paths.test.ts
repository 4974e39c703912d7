import { describe, expect, it } from 'vitest'
import {
  CONNECTION_HEADER,
  IDEMPOTENCY_HEADER,
  pathFor,
  REQUEST_HEADER,
  REQUEST_ID_HEADER,
  SEND_AGAIN_HEADER,
  withoutSlashesAtEnd,
} from './paths.ts'

describe(withoutSlashesAtEnd, () => {
  it.each([
    ['/', '/'],
    ['/profile', '/profile'],
    ['/profile/', '/profile'],
    ['/settings/connection///', '/settings/connection'],
    ['//', ''],
    ['', ''],
  ])('reads %j as %j', (path, read) => {
    expect(withoutSlashesAtEnd(path)).toBe(read)
  })

  it('reads an address of a million slashes as fast as any other', () => {
    // In time that grows with the square this takes an hour.
    const path = `${'/'.repeat(1_000_000)}x`
    expect(withoutSlashesAtEnd(path)).toBe(path)
  })
})

describe(pathFor, () => {
  it('keeps what it fills in inside one segment', () => {
    expect(pathFor('/api/connections/:id/days', 'a/../b')).toBe('/api/connections/a%2F..%2Fb/days')
  })
})

it('headers keep their names over releases: a page of the release before goes on asking', () => {
  expect([
    REQUEST_HEADER,
    CONNECTION_HEADER,
    IDEMPOTENCY_HEADER,
    SEND_AGAIN_HEADER,
    REQUEST_ID_HEADER,
  ]).toEqual([
    ...['x-counterfoil-request', 'x-counterfoil-connection', 'idempotency-key'],
    ...['x-counterfoil-send-again', 'x-request-id'],
  ])
})
