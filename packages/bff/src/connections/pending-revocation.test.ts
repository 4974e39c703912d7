import { describe, expect, it } from 'vitest'
import { asConnectionId, asRequestId, asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { formatTokens } from './connection-codec.ts'
import {
  idempotencyKeys,
  connectionKey,
  formatPendingRevocation,
  formatUnreadRevocation,
  keyIdOfPendingRevocation,
  lastLookKey,
  lastReadKey,
  parsePendingRevocation,
  pendingRevocationsKey,
} from './pending-revocation.ts'
import { exampleTokens } from './testing/connection-examples.ts'

const boxOf = (id: string) => createSealedBox([{ id, key: new Uint8Array(32).fill(id.length) }])
const [BOX, OTHER] = [boxOf('k1'), boxOf('another')]
const ID = asConnectionId('connection-1')
const TOKENS = exampleTokens()
const parse = (text: string, { box = BOX, id = ID, nowMs = 0 } = {}) =>
  parsePendingRevocation(box, id, asTokenSetId('tokens-1'), text, nowMs)

describe('the Redis keys of one connection', () => {
  it('are different, and share one hash tag', () => {
    const keys = [connectionKey, lastReadKey, lastLookKey, pendingRevocationsKey].map((key) => key(ID))
    expect([...keys, ...idempotencyKeys(ID)]).toEqual([
      'connection:{connection-1}',
      'connection:{connection-1}:last-read',
      'connection:{connection-1}:last-look',
      'connection:{connection-1}:revocations',
      'connection:{connection-1}:changes',
      'connection:{connection-1}:changes:open',
      'connection:{connection-1}:changes:answered',
    ])
  })
})

describe('tokens in the list of pending revocations', () => {
  it('are parsed as they were written, with the request id and the time until they are due', () => {
    const requestId = asRequestId('request-1')
    const text = formatPendingRevocation(BOX, ID, TOKENS, 5_000, requestId)
    expect(parse(text, { nowMs: 2_000 })).toEqual({
      ...{ itemId: 'tokens-1', dueInMs: 3_000, tokens: TOKENS, requestId },
    })
    expect(parse(text, { nowMs: 6_000 }).dueInMs).toBe(-1_000)
    expect(keyIdOfPendingRevocation(text)).toBe('k1')
  })

  it('are parsed without a request id', () => {
    expect(parse(formatPendingRevocation(BOX, ID, TOKENS, 0))).toEqual({
      ...{ itemId: 'tokens-1', dueInMs: 0, tokens: TOKENS, requestId: undefined },
    })
  })

  it('cannot be opened without their key, and are damaged in the list of another connection', () => {
    const text = formatPendingRevocation(BOX, ID, TOKENS, 0, asRequestId('request-1'))
    expect(parse(text, { box: OTHER })).toEqual({
      ...{ itemId: 'tokens-1', dueInMs: 0, tokens: undefined, fault: 'unknown_key', requestId: 'request-1' },
    })
    expect(parse(text, { id: asConnectionId('connection-2') })).toMatchObject({
      ...{ tokens: undefined, fault: 'damaged' },
    })
  })

  it('that were never opened are opened for the record for which they were sealed, and only for that', () => {
    const sealed = BOX.seal({ text: formatTokens(TOKENS), context: connectionKey(ID) })
    const unread = formatUnreadRevocation(sealed, 0, asRequestId('request-1'))
    expect(parse(unread)).toMatchObject({ tokens: TOKENS, requestId: 'request-1' })
    expect(parse(formatUnreadRevocation(sealed, 0)).requestId).toBeUndefined()
    expect(keyIdOfPendingRevocation(unread)).toBe('k1')
    expect(parse(`0||${sealed}`).fault).toBe('damaged')
  })

  it('that were never opened are marked as such for earlier and later releases', () => {
    expect(formatUnreadRevocation('k1.sealed', 5, asRequestId('request-1'))).toBe(
      '5|request-1|k1.sealed|record',
    )
  })

  it('are damaged if the item is empty', () => {
    expect(parse('')).toMatchObject({ tokens: undefined, fault: 'damaged', requestId: undefined })
    expect(keyIdOfPendingRevocation('')).toBeUndefined()
    expect(keyIdOfPendingRevocation('0|request-1')).toBeUndefined()
  })
})
