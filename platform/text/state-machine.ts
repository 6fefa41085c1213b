/**
 * A state machine as plain data: the states in their usual order, and for each action the states it may start
 * from and the one it leads to.
 *
 * Page, server and database use the same table: the page shows the actions of a row, the server puts `from`
 * and `to` into its UPDATE, and a trigger checks a copy in `wms.state_steps`.
 */
export function machine<const S extends string, const A extends string>(table: {
  name: string
  first: NoInfer<S>
  states: readonly S[]
  actions: Record<A, Step<NoInfer<S>>>
}) {
  const actions = Object.keys(table.actions) as A[]

  return {
    ...table,
    allows: (state: S, action: A) => table.actions[action].from.includes(state),
    actionsOf: (state: S) => actions.filter((action) => table.actions[action].from.includes(state)),
  }
}

type Step<S> = { from: readonly S[]; to: S }

export type StateOf<M extends { states: readonly string[] }> = M['states'][number]
export type ActionOf<M extends { actions: object }> = keyof M['actions'] & string

/** Any machine, as its transitions are compared with the database. */
export type Machine = { name: string; first: string; actions: Record<string, Step<string>> }

/** A machine's transitions as the rows of `wms.state_steps`; the empty state is before creation. */
export function stepsOf(table: Machine): { machine: string; fromState: string; toState: string }[] {
  const steps = Object.values(table.actions).flatMap(({ from, to }) => from.map((state) => `${state}>${to}`))
  return [`>${table.first}`, ...new Set(steps)].map((step) => {
    const [fromState = '', toState = ''] = step.split('>')
    return { machine: table.name, fromState, toState }
  })
}
