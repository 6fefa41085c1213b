import { existsSync } from 'node:fs'

export const shell = '/usr/bin/chromium-headless-shell'

/**
 * Debian's browser: the headless shell where available, because it loads a page in two thirds of the time.
 */
export const browserPath = () => (existsSync(shell) ? shell : '/usr/bin/chromium')

export const chromium = {
  executablePath: browserPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A journey's page lives for seconds: what optimizing its code costs is never earned back. The next journey runs it again.
    '--js-flags=--no-opt --no-maglev --no-flush-bytecode',
  ],
}
