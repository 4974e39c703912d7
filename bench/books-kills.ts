// npm run bench -- books-kills: a process is killed during four mutations of the books: on PostgreSQL before, during and after
// every SQL statement; on the embedded database before and in the middle of every write to the disk.
import { keepTestRun } from './books/test-run.ts'

const env = { BOOKS_KILLS: 'every' }

await keepTestRun('books-kills', {
  file: 'apps/provider/src/books/kills.wide.http.test.ts',
  env,
  title: 'Processes that die in a mutation',
  text: 'By SIGKILL, at every statement that a mutation sends to PostgreSQL: before it is sent, once it was sent, and once its answer has come. Afterwards the books are verified, hold all of the mutation or nothing, and its repetition does it once.',
})
await keepTestRun('books-kills-embedded', {
  file: 'apps/provider/src/books/embedded-kills.deep.http.test.ts',
  env,
  title: 'Processes that die while the embedded database writes',
  text: 'By SIGKILL, at every write to the disk from the first to the last of a mutation: before it, and when half of it is there. Each process opens the folder in which the one before it died. Afterwards all books in it are verified, hold all of their mutation or nothing, and the repetition does it once.',
})
