import { describe, expect, it } from 'vitest'
import { asApplicationId, asBusinessId, asGrantId, asUserId } from '@counterfoil/oauth/testing/ids'
import type { Grant } from '#grants/grant.ts'
import { groupByBusiness, UNUSED_AFTER_MS } from './app-groups.ts'

const NONE: ReadonlySet<string> = new Set()
const NOW = 1_000 * 86_400_000
const grant = (id: string, changes: Partial<Grant> = {}): Grant => ({
  id: asGrantId(id),
  userId: asUserId('u'),
  userName: 'Maya',
  application: {
    id: asApplicationId('app'),
    name: `App ${id}`,
    homePageUrl: null,
    logoUrl: null,
    isChecked: true,
    isDeleted: false,
  },
  businessId: asBusinessId('b1'),
  businessName: 'Northwind',
  isPartOfAll: false,
  planState: 'active',
  planEndedOn: null,
  endsAtMs: null,
  scopes: [],
  grantedAtMs: NOW - 1_000,
  confirmedAtMs: NOW - 1_000,
  receiptReference: 'X',
  grantedFrom: null,
  isLive: true,
  lastUsedAtMs: null,
  recentCalls: 0,
  ended: null,
  ...changes,
})

describe(groupByBusiness, () => {
  it('sorts groups and rows by their last use, latest first', () => {
    const groups = groupByBusiness(
      [
        grant('1', { lastUsedAtMs: NOW - 50 }),
        grant('2', { businessId: asBusinessId('b2'), businessName: 'Fern', lastUsedAtMs: NOW - 10 }),
        grant('3', { lastUsedAtMs: NOW - 20 }),
      ],
      [],
      NONE,
      '',
      NOW,
    )
    expect(groups.map((group) => [group.businessName, group.rows.map((row) => row.grant.id)])).toEqual([
      ['Fern', ['2']],
      ['Northwind', ['3', '1']],
    ])
  })

  it('finds rows by the name of the app or of the business, without regard to case and accents', () => {
    const all = [grant('1'), grant('2', { businessId: asBusinessId('b2'), businessName: 'Férn & Co' })]
    expect(groupByBusiness(all, [], NONE, 'fern', NOW).map((group) => group.businessId)).toEqual(['b2'])
    expect(groupByBusiness(all, [], NONE, 'APP 1', NOW).map((group) => group.businessId)).toEqual(['b1'])
    expect(groupByBusiness(all, [], NONE, 'zzz', NOW)).toEqual([])
  })

  it('marks apps of a business as paused while its plan is inactive, but not grants for all businesses', () => {
    expect(groupByBusiness([grant('1', { planState: 'lapsed' })], [], NONE, '', NOW)[0]?.isPaused).toBe(true)
    expect(
      groupByBusiness([grant('1', { businessId: null, planState: null })], [], NONE, '', NOW)[0]?.isPaused,
    ).toBe(false)
  })

  it('marks a grant as unused after 90 days without use, to the millisecond, and as never used until its first use', () => {
    const use = (changes: Partial<Grant>) =>
      groupByBusiness([grant('1', changes)], [], NONE, '', NOW)[0]?.rows[0]?.use.kind
    expect(use({ lastUsedAtMs: NOW - UNUSED_AFTER_MS + 1 })).toBe('read')
    expect(use({ lastUsedAtMs: NOW - UNUSED_AFTER_MS })).toBe('unused_since')
    expect(use({})).toBe('never')
    expect(use({ confirmedAtMs: NOW - UNUSED_AFTER_MS })).toBe('unused_since')
  })

  it('marks grants of another person, and lets only owners and admins of the business open them', () => {
    const row = (lookedAfter: ReadonlySet<string>) =>
      groupByBusiness([], [grant('1')], lookedAfter, '', NOW)[0]?.rows[0]
    expect(row(new Set(['b1']))).toMatchObject({ isByOther: true, mayOpen: true })
    expect(row(new Set(['b2']))).toMatchObject({ isByOther: true, mayOpen: false })
  })
})
