import { useSyncExternalStore } from 'react'
import type { Language } from '../../text/text.ts'
import { prefer, preference } from '../../ui/web/session.ts'

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

/** In parts of a hundred; as loud as it can be is no longer a tone on a small speaker. */
export const loudest = 100
const USUAL_VOLUME = 50

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const keep = (name: string, value: string | undefined) => {
  prefer(name, value)
  for (const listener of listeners) listener()
}

const areOn = () => preference('sounds') !== 'off'
export const switchSounds = (isOn: boolean) => keep('sounds', isOn ? undefined : 'off')
export const useSoundsOn = () => useSyncExternalStore(listen, areOn)

const volume = () => Number(preference('volume') ?? USUAL_VOLUME)
export const setVolume = (to: number) => keep('volume', String(to))
export const useVolume = () => useSyncExternalStore(listen, volume)

const canSpeak = () => typeof speechSynthesis !== 'undefined'
const speaks = () => preference('speech') === 'on' && canSpeak()
export const switchSpeech = (isOn: boolean) => keep('speech', isOn ? 'on' : undefined)
export const useSpeechOn = () => useSyncExternalStore(listen, speaks)

/** Says what to do next, for whoever has wished for it; the newest words cut the older ones short. */
export function speak(words: string, language: Language): void {
  if (!speaks()) return
  const answer = new SpeechSynthesisUtterance(words)
  answer.lang = language.replace('_', '-')
  answer.volume = volume() / loudest
  speechSynthesis.cancel()
  speechSynthesis.speak(answer)
}

let speaker: AudioContext | undefined

/** Plays a tone, unless the person has switched sounds off. A device without sound stays silent. */
export function play(tone: Tone): void {
  if (!areOn() || typeof AudioContext === 'undefined') return
  speaker ??= new AudioContext()
  // Browsers keep a page silent until somebody has touched it.
  if (speaker.state === 'suspended') speaker.resume().catch(() => {})
  for (const beep of tones[tone]) sound(speaker, beep)
}

/** What the loudest tone is to the speaker; two at once do not overload it. */
const LOUDNESS = 0.5
/** A sound that starts or ends at once clicks. */
const EDGE = 0.008

function sound(on: AudioContext, { hertz, at, seconds }: Beep): void {
  const start = on.currentTime + at
  const end = start + seconds
  const height = (LOUDNESS * volume()) / loudest
  const wave = on.createOscillator()
  const loudness = on.createGain()
  // Low tones vanish on a handheld's small speaker unless they have overtones.
  wave.type = hertz < 300 ? 'sawtooth' : 'sine'
  wave.frequency.value = hertz
  loudness.gain.setValueAtTime(0, start)
  loudness.gain.linearRampToValueAtTime(height, start + EDGE)
  loudness.gain.setValueAtTime(height, end - EDGE)
  loudness.gain.linearRampToValueAtTime(0, end)
  wave.connect(loudness).connect(on.destination)
  wave.start(start)
  wave.stop(end)
}
