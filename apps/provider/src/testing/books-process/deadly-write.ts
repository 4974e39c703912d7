import { createCallCount, type CallCount } from './call-count.ts'

/** The moments at which a process ends: before a write to the disk, or after half of it. Between writes nothing changes. */
export const WRITE_MOMENTS = ['before', 'in the middle of'] as const
export type WriteMoment = (typeof WRITE_MOMENTS)[number]

/** The form of `fs.writeSync` that the embedded database calls. */
type Write = (
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number | null,
) => number

/** Wraps `writeSync` so that it counts its calls after `count`, and ends the process at one of them. */
export function deadlyWrite({
  write,
  killAt,
  moment,
  die,
}: {
  readonly write: Write
  /** The index of the fatal write, from 0; undefined if writes are only counted. */
  readonly killAt: number | undefined
  readonly moment: WriteMoment
  readonly die: () => void
}): Pick<CallCount, 'count' | 'counted'> & { readonly write: Write } {
  const calls = createCallCount(killAt)
  return {
    count: calls.count,
    counted: calls.counted,
    write(fd, bytes, offset, length, position) {
      if (calls.isFatal()) {
        if (moment === 'in the middle of') write(fd, bytes, offset, Math.floor(length / 2), position)
        die()
      }
      return write(fd, bytes, offset, length, position)
    },
  }
}
