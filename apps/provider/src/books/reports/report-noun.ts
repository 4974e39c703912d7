import type { Noun } from '#caller/noun.ts'
import { reportResolvers } from './report-resolvers.ts'
import { createReportReader } from './report-store.ts'
import type { ReportReader } from './report.ts'

/** Reports on the books of a business. */
export const reportNoun = {
  sdl: new URL('reports.graphql', import.meta.url),
  resolvers: reportResolvers,
  commands: {},
  createReaders: (db, clock) => (): { readonly reports: ReportReader } => ({
    reports: createReportReader(db, clock),
  }),
} satisfies Noun
