import { createCallCount, type CallCount } from './call-count.ts'

/** Before a write to the disk, and after half of it. Nothing changes between two writes. */
export const WRITE_MOMENTS = ['before', 'in the middle of'] as const
export type WriteMoment = (typeof WRITE_MOMENTS)[number]

/** As the embedded database calls `fs.writeSync`. */
type Write = (
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number | null,
) => number

/** `writeSync` that counts its calls, once it was asked to, and dies at one of them. */
export function deadlyWrite({
  write,
  killAt,
  moment,
  die,
}: {
  readonly write: Write
  /** The first write is 0; undefined: it only counts. */
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
