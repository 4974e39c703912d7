import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#data/query-client.ts'
import { startFakeBff } from '#testing/app-fixture.ts'
import { PageFrame } from '#testing/page-frame.tsx'
import { SAMPLE_NOW, sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { createDrafts, type Draft, type DraftPlace, drafts, type Drafts } from './draft-client.ts'
import { useDraft } from './record-form.tsx'

startFakeBff()
const connection = sampleConnection()
const boot = sampleBoot(signedInSession([connection], { idleEndsAt: null }))
const BLANK = { name: '' }
const TYPED = { name: 'Fern & Co' }
const PLACE: DraftPlace = {
  ...{ userId: connection.userId, connectionId: connection.id },
  ...{ form: 'customer', recordId: null },
}
const kept = (values: Draft['values']): Draft => ({
  ...{ values, modifiedAt: 'then' },
  savedAtMs: Date.parse(SAMPLE_NOW),
})

/** The drafts of a page with a key, over the storage of this tab. */
let ofPage: Drafts
const keep = () => vi.mocked(drafts.keep)
/** Returns the stored draft of a form after pending writes. */
const found = async (place = PLACE) => {
  await Promise.all(keep().mock.results.map(({ value }) => value as Promise<boolean>))
  return (await ofPage.open(place))?.values
}

beforeEach(() => {
  const block = document.createElement('script')
  const textContent = JSON.stringify({ draftKeys: ['A'.repeat(43)] })
  document.body.append(Object.assign(block, { id: 'boot', type: 'application/json', textContent }))
  ofPage = createDrafts()
  for (const name of ['open', 'keep', 'drop'] as const)
    vi.spyOn(drafts, name).mockImplementation(ofPage[name] as never)
})

async function open(recordId: string | null = null) {
  const queryClient = createQueryClient(boot)
  const wrapper = (props: { readonly children: ReactNode }) => (
    <PageFrame boot={boot} queryClient={queryClient}>
      {props.children}
    </PageFrame>
  )
  const hook = () => useDraft({ connection, form: 'customer', recordId }, BLANK, 'now')
  const { result, unmount } = renderHook(hook, { wrapper })
  // The stored draft was read, or its absence is known.
  await act(() => Promise.all(vi.mocked(drafts.open).mock.results.map(({ value }) => value)))
  return { draft: () => result.current, unmount }
}

describe(useDraft, () => {
  it('stores the last input shortly after the last key press', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const form = await open()
    form.draft().note(() => ({ name: 'Fe' }))
    vi.advanceTimersByTime(399)
    form.draft().note(() => TYPED)
    vi.advanceTimersByTime(399)
    expect(keep()).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(await found()).toEqual(TYPED)
    expect(keep().mock.calls).toMatchObject([[PLACE, { values: TYPED, modifiedAt: 'now' }]])
  })

  it('stores input at once on request, and not again later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const form = await open()
    form.draft().note(() => ({ name: 'Fe' }))
    form.draft().keep(TYPED)
    vi.advanceTimersByTime(1_000)
    expect([await found(), keep().mock.calls.length]).toEqual([TYPED, 1])
  })

  it.each(['the page goes', 'its screen is left'])('stores the last input when %s', async (how) => {
    const form = await open()
    form.draft().note(() => TYPED)
    if (how === 'the page goes') window.dispatchEvent(new Event('pagehide'))
    form.unmount()
    expect([await found(), keep().mock.calls.length]).toEqual([TYPED, 1])
  })

  it('stores nothing if the input equals the initial values', async () => {
    const form = await open()
    form.draft().keep(TYPED)
    expect(await found()).toEqual(TYPED)
    form.draft().keep(BLANK)
    expect(await found()).toBeUndefined()
  })

  it('restores the input of an earlier page, and remounts the form with it', async () => {
    await ofPage.keep(PLACE, kept(TYPED))
    const form = await open()
    await waitFor(() => expect(form.draft().restored).toEqual(kept(TYPED)))
    expect(form.draft().version).toBe(1)
    // The record version below the draft is kept, since somebody else may have changed the record meanwhile.
    form.draft().keep({ name: 'Fern' })
    expect(keep().mock.calls[0]?.[1].modifiedAt).toBe('then')
  })

  it('ignores a stored draft that equals the initial values', async () => {
    await ofPage.keep(PLACE, kept(BLANK))
    const form = await open()
    expect(form.draft()).toMatchObject({ restored: undefined, version: 0 })
  })

  it('discards a dropped draft, including pending input, and remounts the form', async () => {
    await ofPage.keep(PLACE, kept(TYPED))
    const form = await open()
    await waitFor(() => expect(form.draft().restored).toBeDefined())
    act(() => {
      form.draft().note(() => TYPED)
      form.draft().drop()
    })
    expect(form.draft()).toMatchObject({ restored: undefined, version: 2 })
    form.unmount()
    expect(await found()).toBeUndefined()
  })

  it('stores a separate draft for each record', async () => {
    const form = await open('7')
    form.draft().keep(TYPED)
    expect([await found({ ...PLACE, recordId: '7' }), await found()]).toEqual([TYPED, undefined])
  })
})
