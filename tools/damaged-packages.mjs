// Loaded before the programs of toolchain.mjs: if a package is missing, they end with one sentence.
process.on('uncaughtExceptionMonitor', ({ code, message }) => {
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  // A missing file of this repository has another cause.
  if (!isMissing || !/node_modules|Cannot find package/.test(message)) return
  console.error(`${message.split('\n')[0]}. The packages are damaged; get them anew with: npm run setup`)
  process.exit(1)
})
