import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Every fault in turn: `npm run faults -- --rounds 200 --seed 7 -- kills` tries what the tests only sample. */
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const { status } = spawnSync('vitest', ['run', '--project', 'faults', ...positionals], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(values.rounds && { FAULT_ROUNDS: values.rounds }),
    ...(values.seed && { FAULT_SEED: values.seed }),
  },
})
process.exit(status ?? 1)
