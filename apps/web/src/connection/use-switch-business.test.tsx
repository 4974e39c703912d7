import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { useSession } from '#data/session.tsx'
import { alerted, spoken, startFakeBff } from '#testing/app-fixture.ts'
import { problemAnswer } from '#testing/bff-handlers.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { LiveRegions } from '#ui/live-regions.tsx'
import { createQueryClient } from '#data/query-client.ts'
import { useSwitch } from './use-switch-business.ts'

const bff = startFakeBff()
const northwind = sampleConnection()
const bakery = sampleConnection({ id: asConnectionId('bakery'), businessName: 'Harbour Lane Bakery' })
const before = signedInSession([northwind, bakery], { idleEndsAt: null })
const after = { ...before, selectedConnectionId: bakery.id }

function open(to?: string) {
  const boot = sampleBoot(before)
  const queryClient = createQueryClient(boot)
  const wrapper = (props: { readonly children: ReactNode }) => (
    <LiveRegions>
      <PageFrame boot={boot} queryClient={queryClient}>
        {props.children}
      </PageFrame>
    </LiveRegions>
  )
  history.replaceState(null, '', '/businesses')
  const hook = () => ({ change: useSwitch(to), shown: useSession().session.selectedConnectionId })
  const { result } = renderHook(hook, { wrapper })
  return { press: () => act(() => result.current.change.mutate(bakery)), shown: () => result.current.shown }
}

describe(useSwitch, () => {
  it.each([
    [undefined, '/'],
    ['/invoices', '/invoices'],
  ])(
    'shows the other business, says its name, and goes to the page that was meant (%s)',
    async (to, path) => {
      const page = open(to)
      bff.answers(`POST /api/connections/:id/select`, after)
      page.press()
      await waitFor(() => expect(page.shown()).toBe(bakery.id))
      expect(location.pathname).toBe(path)
      expect(spoken()).toContain('Harbour Lane Bakery')
      expect(bff.count(`POST /api/connections/${bakery.id}/select`)).toBe(1)
    },
  )

  it('stays where it is and says so when the change is refused', async () => {
    const page = open()
    bff.answers(`POST /api/connections/:id/select`, problemAnswer('internal-error'))
    page.press()
    await waitFor(() => expect(alerted()).not.toBe(''))
    expect([page.shown(), location.pathname, spoken()]).toEqual([northwind.id, '/businesses', ''])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
