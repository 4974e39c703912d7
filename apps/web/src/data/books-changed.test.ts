import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { figuresKey } from './figure-names.ts'
import { noteBooksChanged } from './live-updates.ts'

const ONE = asConnectionId('one')

it('a change notice of one connection makes its figures stale, and not those of another', () => {
  const client = new QueryClient()
  const keys = [ONE, asConnectionId('other')].map((id) => [...figuresKey(id, 1, 'overview'), 'user'])
  for (const key of keys) client.setQueryData(key, {})
  noteBooksChanged(client, ONE)
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false])
})

it('a change notice is sent to the other tabs with its connection id', () => {
  const told: unknown[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(message: unknown) {
        told.push(message)
      }
      close() {}
    },
  )
  noteBooksChanged(new QueryClient(), ONE)
  expect(told).toEqual([{ kind: 'books-changed', connectionId: ONE, from: performance.timeOrigin }])
})
