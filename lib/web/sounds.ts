import { useSyncExternalStore } from 'react'
import { prefer, preference } from './session.ts'

/** One sound of a tone: how high, from when on and for how long. */
export type Beep = { hertz: number; at: number; seconds: number }

/** What a scan screen says without words. Apart by height, number and length, so that no two are mistaken. */
export const tones = {
  ok: [{ hertz: 880, at: 0, seconds: 0.07 }],
  step: [
    { hertz: 660, at: 0, seconds: 0.08 },
    { hertz: 990, at: 0.1, seconds: 0.12 },
  ],
  warning: [
    { hertz: 440, at: 0, seconds: 0.12 },
    { hertz: 440, at: 0.18, seconds: 0.12 },
  ],
  error: [{ hertz: 150, at: 0, seconds: 0.4 }],
} as const satisfies Record<string, readonly Beep[]>

export type Tone = keyof typeof tones
export const toneNames = ['ok', 'step', 'warning', 'error'] as const satisfies readonly Tone[]

const listeners = new Set<() => void>()
const areOn = () => preference('sounds') !== 'off'

export function switchSounds(isOn: boolean): void {
  prefer('sounds', isOn ? undefined : 'off')
  for (const listener of listeners) listener()
}

export const useSoundsOn = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areOn)

let speaker: AudioContext | undefined

/** Plays a tone, unless the person has switched sounds off. A device without sound stays silent. */
export function play(tone: Tone): void {
  if (!areOn() || typeof AudioContext === 'undefined') return
  speaker ??= new AudioContext()
  // Browsers keep a page silent until somebody has touched it.
  if (speaker.state === 'suspended') speaker.resume().catch(() => {})
  for (const beep of tones[tone]) sound(speaker, beep)
}

const LOUDNESS = 0.25
/** A sound that starts or ends at once clicks. */
const EDGE = 0.008

function sound(on: AudioContext, { hertz, at, seconds }: Beep): void {
  const start = on.currentTime + at
  const end = start + seconds
  const wave = on.createOscillator()
  const loudness = on.createGain()
  // Low tones vanish on a handheld's small speaker unless they have overtones.
  wave.type = hertz < 300 ? 'sawtooth' : 'sine'
  wave.frequency.value = hertz
  loudness.gain.setValueAtTime(0, start)
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + EDGE)
  loudness.gain.setValueAtTime(LOUDNESS, end - EDGE)
  loudness.gain.linearRampToValueAtTime(0, end)
  wave.connect(loudness).connect(on.destination)
  wave.start(start)
  wave.stop(end)
}
