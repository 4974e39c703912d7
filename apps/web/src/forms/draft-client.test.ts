import { asConnectionId, asUserWireId } from '@counterfoil/oauth/testing/ids'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createDrafts,
  type Draft,
  DRAFT_KEPT_MS,
  DRAFT_PREFIX,
  draftKey,
  draftsToDrop,
  formatStored,
  isChanged,
  MAX_DRAFT_CHARACTERS,
  MAX_DRAFTS,
  parseStored,
} from './draft-client.ts'

const [KEY, OLDER_KEY, FOREIGN_KEY] = ['A', 'B', '_-C'].map((text) => text.repeat(43).slice(0, 43))
const NOW_MS = Date.parse('2026-11-20T10:00:00Z')
const PLACE = {
  ...{ userId: asUserWireId('u'), connectionId: asConnectionId('c') },
  ...{ form: 'customer', recordId: null },
}
const DRAFT: Draft = { values: { name: 'Fern & Söhne' }, savedAtMs: NOW_MS, modifiedAt: null }

/** Opens the drafts of a page with these keys, the newest first, over the storage of this tab. */
function openPage(draftKeys: readonly (string | undefined)[] | undefined) {
  const block = document.createElement('script')
  Object.assign(block, { id: 'boot', type: 'application/json', textContent: JSON.stringify({ draftKeys }) })
  document.body.append(block)
  return createDrafts()
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS }))

describe('a draft of this tab', () => {
  it('is restored on the next page for the same person, and in no other form', async () => {
    const drafts = openPage([KEY])
    expect(await drafts.open(PLACE)).toBeUndefined()
    expect(await drafts.keep(PLACE, DRAFT)).toBe(true)
    expect(await drafts.open(PLACE)).toEqual(DRAFT)
    const later = openPage([KEY])
    expect(await later.open(PLACE)).toEqual(DRAFT)
    expect(await later.open({ ...PLACE, recordId: '7' })).toBeUndefined()
    expect(await later.open({ ...PLACE, connectionId: asConnectionId('d') })).toBeUndefined()
  })

  it('is encrypted in storage: neither the text nor the key is readable', async () => {
    const drafts = openPage([KEY])
    await drafts.keep(PLACE, DRAFT)
    const stored = JSON.stringify({ ...sessionStorage })
    expect(stored).not.toContain('Fern')
    expect(stored).not.toContain(btoa('{"values"').slice(0, 10))
    expect(document.documentElement.outerHTML).not.toContain(KEY)
    expect(document.getElementById('boot')).toBeNull()
    // The same text is encrypted differently each time.
    const [before] = Object.values({ ...sessionStorage })
    await drafts.keep(PLACE, DRAFT)
    expect(Object.values({ ...sessionStorage })).not.toContain(before)
  })

  it('is decrypted with an older key of the same person, but not with another person’s key', async () => {
    await openPage([OLDER_KEY]).keep(PLACE, DRAFT)
    expect(await openPage([FOREIGN_KEY]).open(PLACE)).toBeUndefined()
    expect(await openPage([KEY, OLDER_KEY]).open(PLACE)).toEqual(DRAFT)
    await openPage([KEY, OLDER_KEY]).keep(PLACE, DRAFT)
    expect(await openPage([KEY]).open(PLACE)).toEqual(DRAFT)
  })

  it('cannot be moved to another form by changing the storage', async () => {
    const drafts = openPage([KEY])
    await drafts.keep(PLACE, DRAFT)
    const elsewhere = { ...PLACE, recordId: '7' }
    sessionStorage.setItem(draftKey(elsewhere), sessionStorage.getItem(draftKey(PLACE)) ?? '')
    expect(await drafts.open(elsewhere)).toBeUndefined()
    sessionStorage.setItem(draftKey(PLACE), `${NOW_MS}.AAAA`)
    expect(await drafts.open(PLACE)).toBeUndefined()
    sessionStorage.setItem(draftKey(PLACE), 'nonsense')
    expect(await drafts.open(PLACE)).toBeUndefined()
  })

  it.each([
    ['no key', [] as string[]],
    ['no list of keys', undefined],
  ])('is not stored if the page has %s', async (_, keys) => {
    const drafts = openPage(keys)
    expect(await drafts.keep(PLACE, DRAFT)).toBe(false)
    expect(sessionStorage).toHaveLength(0)
  })

  it('is not stored, and returns false, if it is too long or the storage is full', async () => {
    const drafts = openPage([KEY])
    const long = { ...DRAFT, values: { name: 'n'.repeat(MAX_DRAFT_CHARACTERS) } }
    expect(await drafts.keep(PLACE, long)).toBe(false)
    expect(sessionStorage).toHaveLength(0)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await drafts.keep(PLACE, DRAFT)).toBe(false)
  })

  it('is removed when it is dropped, and after seven days', async () => {
    const drafts = openPage([KEY])
    await drafts.keep(PLACE, DRAFT)
    drafts.drop(PLACE)
    expect(await drafts.open(PLACE)).toBeUndefined()
    await drafts.keep(PLACE, DRAFT)
    vi.setSystemTime(NOW_MS + DRAFT_KEPT_MS - 1)
    expect(await drafts.open(PLACE)).toEqual(DRAFT)
    vi.setSystemTime(NOW_MS + DRAFT_KEPT_MS)
    expect(await drafts.open(PLACE)).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })

  it('replaces the oldest draft when there are too many, except when it is updated', async () => {
    const drafts = openPage([KEY])
    const place = (index: number) => ({ ...PLACE, recordId: `r${index}` })
    const draftAt = (index: number) => ({ ...DRAFT, savedAtMs: NOW_MS - 1000 + index })
    for (let index = 0; index < MAX_DRAFTS; index += 1) await drafts.keep(place(index), draftAt(index))
    sessionStorage.setItem('of something else', 'stays')
    await drafts.keep(place(3), draftAt(3))
    expect(await drafts.open(place(0))).toEqual(draftAt(0))
    await drafts.keep(place(MAX_DRAFTS), draftAt(MAX_DRAFTS))
    expect(await drafts.open(place(0))).toBeUndefined()
    expect(await drafts.open(place(1))).toEqual(draftAt(1))
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX))
    expect(kept).toHaveLength(MAX_DRAFTS)
    expect(sessionStorage.getItem('of something else')).toBe('stays')
  })
})

describe('the drafts of one form', () => {
  it('are those of this person for every connection and record, if they can be decrypted', async () => {
    await openPage([FOREIGN_KEY]).keep({ ...PLACE, recordId: 'sealed by another key' }, DRAFT)
    const drafts = openPage([KEY])
    const ofRecord = { ...DRAFT, values: { name: 'of a record' } }
    const ofOther = { ...DRAFT, values: { name: 'of another connection' } }
    await drafts.keep({ ...PLACE, recordId: '7' }, ofRecord)
    await drafts.keep({ ...PLACE, connectionId: asConnectionId('d') }, ofOther)
    await drafts.keep({ ...PLACE, form: 'invoice' }, DRAFT)
    await drafts.keep({ ...PLACE, userId: asUserWireId('v') }, DRAFT)
    const listed = await drafts.list({ userId: PLACE.userId, form: 'customer' })
    expect(new Set(listed.map(({ values }) => values['name']))).toEqual(
      new Set(['of a record', 'of another connection']),
    )
    expect(listed).toHaveLength(2)
  })
})

describe('stored drafts', () => {
  it('have a separate key for each person, connection, form and record', () => {
    const place = {
      userId: asUserWireId('u'),
      connectionId: asConnectionId('c'),
      form: 'invoice',
      recordId: null,
    }
    const places = [
      place,
      { ...place, userId: asUserWireId('v') },
      { ...place, connectionId: asConnectionId('d') },
      { ...place, form: 'customer' },
      { ...place, recordId: 'r' },
      { ...place, userId: asUserWireId('u:c'), connectionId: asConnectionId('') },
    ]
    expect(new Set(places.map(draftKey)).size).toBe(places.length)
  })

  it('expire after exactly seven days', () => {
    const stored = [['a', formatStored(0, 'x')]] as const
    expect(draftsToDrop(stored, DRAFT_KEPT_MS - 1)).toEqual([])
    expect(draftsToDrop(stored, DRAFT_KEPT_MS)).toEqual(['a'])
  })

  it('are removed oldest first when there are too many', () => {
    const stored = [
      ['b', formatStored(2, 'x')],
      ['a', formatStored(1, 'x')],
      ['c', formatStored(3, 'x')],
    ] as const
    expect(draftsToDrop(stored, 4, 2)).toEqual(['a'])
  })

  it('are removed if they are invalid', () => {
    expect(draftsToDrop([['a', 'nonsense']], 1)).toEqual(['a'])
    expect(parseStored('12.sealed')).toEqual({ savedAtMs: 12, sealed: 'sealed' })
  })

  it('are not needed without a change: an empty field equals a missing one', () => {
    expect(isChanged({ a: '', b: 'x' }, { b: 'x' })).toBe(false)
    expect(isChanged({ a: 'y', b: 'x' }, { b: 'x' })).toBe(true)
    expect(isChanged({}, { b: 'x' })).toBe(true)
  })
})
