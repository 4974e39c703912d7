import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowsScope,
  formatScope,
  grantsAnything,
  KNOWN_SCOPES,
  missingScopes,
  narrowScopes,
  parseScope,
  unknownScopes,
} from './scope.ts'

describe(parseScope, () => {
  it('keeps order and drops repeats and spaces', () => {
    expect(parseScope('  b:read a:read  b:read ')).toEqual(['b:read', 'a:read'])
    expect(parseScope('')).toEqual([])
  })
  it('is undone by formatScope', () => {
    expect(formatScope(['a:read', 'b:read', 'a:read'])).toBe('a:read b:read')
  })
})

describe('the known scopes', () => {
  it('are ten resources with their operations, and one value that grants nothing extra', () => {
    expect(KNOWN_SCOPES.size).toBe(32)
    for (const scope of [
      'invoice:send',
      'estimate:send',
      'transaction:write',
      'user:*',
      'offline_access',
      'transaction:read',
    ]) {
      expect(KNOWN_SCOPES.has(scope), scope).toBe(true)
    }
    expect(unknownScopes(['user:write', 'customer:send', 'User:read', 'user', '*', 'user:read'])).toEqual([
      'user:write',
      'customer:send',
      'User:read',
      'user',
      '*',
    ])
  })
})

describe(allowsScope, () => {
  it('lets * cover every operation of its resource, and write only itself', () => {
    expect(allowsScope(['invoice:*'], 'invoice:send')).toBe(true)
    expect(allowsScope(['invoice:*'], 'invoice:*')).toBe(true)
    expect(allowsScope(['invoice:write'], 'invoice:read')).toBe(false)
    expect(allowsScope(['invoice:read'], 'invoice:*')).toBe(false)
    expect(allowsScope(['invoice:*'], 'customer:read')).toBe(false)
  })
})

describe(missingScopes, () => {
  it('returns the uncovered values, and never one that grants nothing', () => {
    expect(missingScopes(['a:read', 'user:read', 'offline_access', 'transaction:read'], ['user:*'])).toEqual([
      'a:read',
      'transaction:read',
    ])
  })
})

describe(narrowScopes, () => {
  it('shrinks * to the allowed operations, and keeps values that grant nothing', () => {
    expect(
      narrowScopes(['invoice:*', 'user:read', 'offline_access'], ['invoice:read', 'customer:*']),
    ).toEqual(['invoice:read', 'offline_access'])
    expect(narrowScopes(['invoice:read'], ['invoice:*'])).toEqual(['invoice:read'])
  })

  it('returns exactly the values that both sets allow', () => {
    const scopes = fc.subarray([...KNOWN_SCOPES])
    fc.assert(
      fc.property(scopes, scopes, (granted, allowed) => {
        const narrowed = narrowScopes(granted, allowed)
        for (const scope of [...KNOWN_SCOPES].filter((value) => grantsAnything([value]))) {
          expect(allowsScope(narrowed, scope)).toBe(
            allowsScope(granted, scope) && allowsScope(allowed, scope),
          )
        }
      }),
    )
  })
})
