import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * Every fault in turn: `npm run faults -- --rounds 200 --seed 7 -- kills` runs in full what the tests only
 * sample, and `-- --operations 1000000 -- stock-model` runs that many stock operations.
 */
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, operations: { type: 'string' } },
  allowPositionals: true,
})
const chosen = positionals.length > 0 ? positionals : ['.faults.test', 'stock-model', 'interleavings']
const { status } = spawnSync('vitest', ['run', '--project', 'faults', '--project', 'db', ...chosen], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FAULT_ALL: '1',
    ...(values.rounds && { FAULT_ROUNDS: values.rounds }),
    ...(values.seed && { FAULT_SEED: values.seed }),
    ...(values.operations && { FAULT_OPERATIONS: values.operations }),
  },
})
process.exit(status ?? 1)
