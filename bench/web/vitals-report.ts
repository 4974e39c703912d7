import { formatGoals, formatRows, MACHINE, type GoalRow } from '../report/page.ts'
import GOALS from './goals.json' with { type: 'json' }
import { PROFILE, type PageMeasure, type VisitMeasure } from './measure-page.ts'
import { LONG_LIST, type ScrollMeasure } from './measure-scroll.ts'

const NAMES: Readonly<Record<keyof PageMeasure, string>> = {
  lcpMs: 'largest text or picture',
  blockingMs: 'blocking time',
  layoutShift: 'layout shift',
  figuresMs: 'first picture',
  pressMs: 'next paint',
  transferredBytes: 'transferred',
}
const LOADED = ['lcpMs', 'blockingMs', 'layoutShift', 'figuresMs', 'transferredBytes'] as const
const ACTED = ['pressMs', 'lcpMs', 'blockingMs', 'layoutShift', 'transferredBytes'] as const
/** The time of two frames at 60 frames per second. */
const FRAME_GOAL_MS = 2_000 / 60
/** The inaccuracy of the browser's frame times: two frames are reported as 33.3 to 33.5 ms, three as 50. */
const CLOCK_MS = 0.5
const ROUNDING = 0.0005

/** The measurements of one page, which was visited several times. */
export interface PageResult {
  readonly name: string
  /** The name of its goals: with an empty cache, for a person who returns, and of an act on the page. */
  readonly side: keyof typeof GOALS
  /** What is done on the page. */
  readonly acts?: string
  readonly runs: readonly VisitMeasure[]
  /** The same visits to the yardstick; none for pages of the provider. */
  readonly yardstick: readonly VisitMeasure[]
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN
const ms = (value: number) => (Number.isNaN(value) ? '–' : `${Math.round(value)} ms`)

function shown(what: keyof PageMeasure, value: number): string {
  if (Number.isNaN(value)) return '–'
  if (what === 'layoutShift') return value.toFixed(3)
  return what === 'transferredBytes' ? `${(value / 1_000).toFixed(1)} KB` : ms(value)
}

/** Returns one value of each visit; none if the visits have no such part or value. */
function valuesOf(
  runs: readonly VisitMeasure[],
  part: keyof VisitMeasure,
  what: keyof PageMeasure,
): readonly number[] {
  return runs.flatMap((run) => run[part]?.[what] ?? [])
}

/** Returns a table of one part of the visits: for each value the median of ours and of the yardstick, the first with its range. */
function formatVisits(
  pages: readonly PageResult[],
  part: keyof VisitMeasure,
  columns: readonly (keyof PageMeasure)[],
): string {
  const rows = pages.map((page) => [
    part === 'act' ? `${page.name}: ${page.acts ?? ''}` : page.name,
    ...columns.flatMap((what, index) => {
      const ours = sorted(valuesOf(page.runs, part, what))
      const range = `[${Math.round(ours[0] ?? 0)}–${Math.round(ours.at(-1) ?? 0)}]`
      return [
        `${shown(what, median(ours))}${index === 0 ? ` ${range}` : ''}`,
        shown(what, median(valuesOf(page.yardstick, part, what))),
      ]
    }),
  ])
  const head = columns.map((what) => `${NAMES[what]} | empty root |`).join(' ')
  return `| page | ${head}\n|---|${'--:|--:|'.repeat(columns.length)}\n${formatRows(rows)}`
}

function scrollRow(run: ScrollMeasure): readonly string[] {
  return [
    ...[run.medianMs, run.p95Ms, run.longestMs, run.workMs].map(ms),
    ...[run.heapBytes, run.heapAfterBytes].map((bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`),
  ]
}

function goalsOf(page: PageResult): readonly GoalRow[] {
  const parts = Object.entries(GOALS[page.side]) as [keyof VisitMeasure, object][]
  const names = { first: 'empty cache', again: 'returning', act: page.acts ?? '' }
  return parts.flatMap(([part, goals]) =>
    (Object.entries(goals) as [keyof PageMeasure, number][]).map(([what, wanted]) => {
      const measured = median(valuesOf(page.runs, part, what))
      const isMet = measured <= wanted + ROUNDING
      return [
        `${page.name}, ${names[part]}: ${NAMES[what]}`,
        shown(what, measured),
        `≤ ${wanted}`,
        isMet,
      ] as const
    }),
  )
}

/** Returns the page of results. */
export function writeReport(results: {
  readonly browser: string
  readonly pages: readonly PageResult[]
  readonly scrolls: readonly ScrollMeasure[]
}): string {
  const { pages, scrolls } = results
  const acted = pages.filter(({ acts }) => acts !== undefined)
  const frameMs = median(scrolls.map(({ p95Ms }) => p95Ms))
  return `# How soon a page is there

Chromium ${results.browser}, ${PROFILE.viewport.width} × ${PROFILE.viewport.height}, ${PROFILE.latencyMs} ms latency, 1.6 Mbit/s, processor ÷ ${PROFILE.cpuSlowdown}, the whole product and the browser on one machine: ${MACHINE}.
Median of ${scrolls.length} visits [fastest–slowest], all pages in turn, each in a new browser profile. The yardstick beside each value is the same build whose server sends an empty root.
A page is read once it waits for no answer and nothing has happened for 1.5 s; nothing runs in it meanwhile but observers of the browser. Harbour’s pages run next to no script: what they show as blocking time is the machine, and is in every other line as well.
*Overview at /* is an address without a business, which is redirected: one more answer of the server.
Repeat it with \`npm run bench -- web-vitals\`.

A user’s day is worse: the servers are idle and serve one person; connecting costs nothing (no DNS, TCP or TLS), no packet is lost, and the latency is the same for every answer; the phone is neither hot nor busy, and has no extensions;
the business has 128 invoices; and the person who returns comes back after seconds, while the servers and the browser (its cache of compiled scripts too) still know everything.

## Empty cache

${formatVisits(pages, 'first', LOADED)}

## A person who returns

The same page again in the same profile.

${formatVisits(pages, 'again', LOADED)}

## Presses and keys

A person presses or types on a page that has finished loading. *Next paint* is the longest time until the browser shows a change (Interaction to Next Paint); 0 means less than 16 ms. The other columns measure what comes after that; *largest text or picture* is the first row or heading of the page that a press opens.

${formatVisits(acted, 'act', ACTED)}

## A list of ${LONG_LIST.rows.toLocaleString('en')} rows

All invoices of a business in the list, scrolled by ${LONG_LIST.stepPx} px a frame on the slowed processor; the time in which the page’s thread ran, a frame;
the heap after a collection, with them and on another page.

| frame, median | 95 of 100 frames | longest | work a frame | heap | heap after |
|--:|--:|--:|--:|--:|--:|
${formatRows(scrolls.map(scrollRow))}

## Goals

${formatGoals([
  ...pages.flatMap(goalsOf),
  [
    'a long list, 95 of 100 frames',
    `${frameMs.toFixed(1)} ms`,
    `≤ ${FRAME_GOAL_MS.toFixed(1)}, two frames`,
    frameMs <= FRAME_GOAL_MS + CLOCK_MS,
  ],
])}
`
}
