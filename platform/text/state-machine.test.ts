import { expect, test } from 'vitest'
import { taskStates, taskStateText } from '../tasks/tasks.ts'
import { machine, stepsOf } from './state-machine.ts'

const parcel = machine({
  name: 'parcel',
  first: 'packed',
  states: ['packed', 'loaded', 'gone'],
  actions: {
    load: { from: ['packed'], to: 'loaded' },
    unload: { from: ['loaded'], to: 'packed' },
    leave: { from: ['loaded'], to: 'gone' },
    scan: { from: ['packed', 'loaded'], to: 'loaded' },
  },
})

test('an action starts only from the states in the table', () => {
  const allowed = parcel.states.flatMap((state) =>
    (['load', 'unload', 'leave', 'scan'] as const)
      .filter((action) => parcel.allows(state, action))
      .map((action) => `${state} ${action}`),
  )
  expect(allowed).toEqual(['packed load', 'packed scan', 'loaded unload', 'loaded leave', 'loaded scan'])
})

test('a row has the actions of its state, in the order of the table', () => {
  expect(parcel.states.map(parcel.actionsOf)).toEqual([['load', 'scan'], ['unload', 'leave', 'scan'], []])
})

test('the transitions are listed for the database once each, creation first', () => {
  expect(stepsOf(parcel).map((step) => `${step.machine} ${step.fromState}>${step.toState}`)).toEqual([
    'parcel >packed',
    'parcel packed>loaded',
    'parcel loaded>packed',
    'parcel loaded>gone',
    'parcel loaded>loaded',
  ])
})

test('a task that is done stays done, and only a failed one is retried', () => {
  expect(Object.fromEntries(taskStates.states.map((state) => [state, taskStates.actionsOf(state)]))).toEqual({
    waiting: ['start', 'cancel'],
    running: ['finish', 'finish_partly', 'fail', 'cancel'],
    done: [],
    partly_done: [],
    failed: ['retry'],
    cancelled: [],
  })
})

test('every state of a task is reachable and has a label', () => {
  const reached = new Set([taskStates.first, ...Object.values(taskStates.actions).map(({ to }) => to)])
  expect([...reached].sort()).toEqual([...taskStates.states].sort())
  expect(Object.keys(taskStateText).sort()).toEqual([...taskStates.states].sort())
})
