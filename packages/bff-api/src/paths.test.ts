import { describe, expect, it } from 'vitest'
import {
  addressOf,
  CONNECTION_HEADER,
  IDEMPOTENCY_HEADER,
  pageElsewhere,
  pathFor,
  readAddress,
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

  it('reads an address of a million slashes in linear time', () => {
    // A quadratic algorithm would take an hour.
    const path = `${'/'.repeat(1_000_000)}x`
    expect(withoutSlashesAtEnd(path)).toBe(path)
  })
})

describe(pathFor, () => {
  it('encodes its arguments so that they stay inside one segment', () => {
    expect(pathFor('/api/connections/:id/days', 'a/../b')).toBe('/api/connections/a%2F..%2Fb/days')
  })
})

it('header names stay the same over releases, because open pages of the previous release still send them', () => {
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

describe('an address', () => {
  it.each([
    ['/', undefined, '/'],
    ['/invoices?state=late', undefined, '/invoices?state=late'],
    ['/b', undefined, '/b'],
    ['/b/', undefined, '/b/'],
    ['/b//invoices', undefined, '/b//invoices'],
    ['/bakery/x', undefined, '/bakery/x'],
    ['/b/key', 'key', '/'],
    ['/b/key?left=1', 'key', '/?left=1'],
    ['/b/key/', 'key', '/'],
    ['/b/key/invoices/1?x=/b/other', 'key', '/invoices/1?x=/b/other'],
  ])('%s names the business %s and its page %s', (address, business, page) => {
    expect(readAddress(address)).toEqual({ business, page })
    if (business !== undefined) expect(readAddress(addressOf({ business, page }))).toEqual({ business, page })
  })

  it.each([
    ['/', '/'],
    ['/invoices?state=late&customer=C1', '/invoices'],
    ['/settings/connection', '/settings/connection'],
    ['/settings/connection/disconnect', '/settings/connection/disconnect'],
    ['/invoices/1', '/'],
    ['/invoices/', '/invoices/'],
    ['/customers/new', '/'],
  ])('replaces the business in %s to give %s', (page, elsewhere) => {
    expect(pageElsewhere(page)).toBe(elsewhere)
  })
})
