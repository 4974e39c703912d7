import { formatGoals, formatRows, MACHINE, type GoalRow } from '../report/page.ts'
import { PROFILE, type PageMeasure } from './measure-page.ts'
import { LONG_LIST, type ScrollMeasure } from './measure-scroll.ts'

/** Goals of the performance budget: the app's pages, the provider's, a press, and the frames of a long list. */
const GOALS = {
  app: { lcpMs: 1_000, blockingMs: 100, layoutShift: 0.02 },
  overview: { lcpMs: 600, blockingMs: 100, layoutShift: 0.02, figuresMs: 1_200 },
  provider: { lcpMs: 600, blockingMs: 0, layoutShift: 0 },
  press: { lcpMs: 1_000, blockingMs: 100, layoutShift: 0.02, pressMs: 200 },
} as const
const NAMES: Readonly<Record<keyof PageMeasure, string>> = {
  lcpMs: 'largest paint',
  blockingMs: 'blocking time',
  layoutShift: 'layout shift',
  figuresMs: 'first picture',
  pressMs: 'press to next paint',
  transferredBytes: 'transferred',
}
/** The time of two frames at 60 frames per second. */
const FRAME_GOAL_MS = 2_000 / 60
/** The inaccuracy of the browser's frame times: two frames are reported as 33.3 to 33.5 ms, three as 50. */
const CLOCK_MS = 0.5
const ROUNDING = 0.0005

/** The measurements of one page, which was loaded several times. */
export interface PageResult {
  readonly name: string
  readonly side: keyof typeof GOALS
  readonly isYardstick?: boolean
  readonly runs: readonly PageMeasure[]
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN
const ms = (value: number) => (Number.isNaN(value) ? '–' : `${Math.round(value)} ms`)
const shown = (what: keyof PageMeasure, value: number) =>
  what === 'layoutShift' ? value.toFixed(3) : ms(value)

function medianOf({ runs }: PageResult, what: keyof PageMeasure): number {
  return median(runs.map((run) => run[what] ?? Number.NaN))
}

function pageRow(page: PageResult): readonly string[] {
  const paints = sorted(page.runs.map(({ lcpMs }) => lcpMs)).map(Math.round)
  return [
    page.name,
    `${ms(medianOf(page, 'lcpMs'))} [${paints[0]}–${paints.at(-1)}]`,
    ...(['blockingMs', 'layoutShift', 'figuresMs', 'pressMs'] as const).map((what) =>
      shown(what, medianOf(page, what)),
    ),
    `${(medianOf(page, 'transferredBytes') / 1_000).toFixed(1)} KB`,
  ]
}

function scrollRow(run: ScrollMeasure): readonly string[] {
  return [
    ...[run.medianMs, run.p95Ms, run.longestMs, run.workMs].map(ms),
    ...[run.heapBytes, run.heapAfterBytes].map((bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`),
  ]
}

function goalsOf(page: PageResult): readonly GoalRow[] {
  const goals = Object.entries(GOALS[page.side]) as [keyof PageMeasure, number][]
  return goals.map(([what, wanted]) => {
    const measured = medianOf(page, what)
    return [
      `${page.name}, ${NAMES[what]}`,
      shown(what, measured),
      `≤ ${wanted}`,
      measured <= wanted + ROUNDING,
    ]
  })
}

/** Returns the page of results. */
export function writeReport(results: {
  readonly browser: string
  readonly pages: readonly PageResult[]
  readonly scrolls: readonly ScrollMeasure[]
}): string {
  const { pages, scrolls } = results
  const frameMs = median(scrolls.map(({ p95Ms }) => p95Ms))
  return `# How soon a page is there

Chromium ${results.browser}, ${PROFILE.viewport.width} × ${PROFILE.viewport.height}, ${PROFILE.latencyMs} ms latency, 1.6 Mbit/s, processor ÷ ${PROFILE.cpuSlowdown}, the whole product and the browser on one machine: ${MACHINE}.
Median of ${scrolls.length} loads [fastest–slowest], all pages in turn, each in a new browser profile: an empty cache, and a session where the page needs one. *A person who returns* loaded the same page in the same profile before.
A page is read once it waits for no answer and nothing has happened for 1.5 s; nothing runs in it meanwhile but observers of the browser. Of a press on the finished overview: until the first rows were painted, and what was blocked, moved and transferred after it; *press to next paint* is the browser’s event timing, as Interaction to Next Paint counts it.
The yardstick is the same build whose server sends an empty root. Harbour’s pages run next to no script: what they show as blocking time is the machine, and is in every other line as well.
Repeat it with \`npm run bench -- web-vitals\`.

| page | largest text or picture | blocking time | layout shift | first picture | press to next paint | transferred |
|---|--:|--:|--:|--:|--:|--:|
${formatRows(pages.map(pageRow))}

## A list of ${LONG_LIST.rows.toLocaleString('en')} rows

All invoices of a business in the list, scrolled by ${LONG_LIST.stepPx} px a frame on the slowed processor; the time in which the page’s thread ran, a frame;
the heap after a collection, with them and on another page.

| frame, median | 95 of 100 frames | longest | work a frame | heap | heap after |
|--:|--:|--:|--:|--:|--:|
${formatRows(scrolls.map(scrollRow))}

## Goals

${formatGoals([
  ...pages.filter(({ isYardstick }) => isYardstick !== true).flatMap(goalsOf),
  [
    'a long list, 95 of 100 frames',
    `${frameMs.toFixed(1)} ms`,
    `≤ ${FRAME_GOAL_MS.toFixed(1)}, two frames`,
    frameMs <= FRAME_GOAL_MS + CLOCK_MS,
  ],
])}
`
}
