// npm run bench -- books-kills: a process dies at every SQL statement of four mutations of the books, before, with and after it.
import { keepRun, runTests } from './books/test-run.ts'

const { seconds, tests } = runTests('apps/provider/src/books/kills.http.test.ts', { BOOKS_KILLS: 'every' })
await keepRun('books-kills', {
  title: 'Processes that die in a mutation',
  text: `By SIGKILL, at every statement that a mutation sends to PostgreSQL: before it is sent, once it was sent, and once its answer has come. Afterwards the books are verified, hold all of the mutation or nothing, and its repetition does it once. ${seconds} s, beside other work.`,
  tests,
})
