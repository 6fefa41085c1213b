import { useSyncExternalStore } from 'react'
import type { Language } from '../../text/text.ts'
import { prefer, preference } from '../../ui/web/session.ts'

/** One tone of a sound: pitch, start and duration. */
export type Beep = { hertz: number; at: number; seconds: number }

/**
 * The sounds of a scan screen. They differ in pitch, number and length, so that none is mistaken for another.
 */
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

/** In percent; the maximum distorts on a small speaker. */
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

/** Speaks the next instruction, for users who enabled it; new speech interrupts the old. */
export function speak(words: string, language: Language): void {
  if (!speaks()) return
  const answer = new SpeechSynthesisUtterance(words)
  answer.lang = language.replace('_', '-')
  answer.volume = volume() / loudest
  speechSynthesis.cancel()
  speechSynthesis.speak(answer)
}

let speaker: AudioContext | undefined

/** Plays a sound, unless the user has disabled sounds. A device without audio stays silent. */
export function play(tone: Tone): void {
  if (!areOn() || typeof AudioContext === 'undefined') return
  speaker ??= new AudioContext()
  // Browsers mute a page until the user has interacted with it.
  if (speaker.state === 'suspended') speaker.resume().catch(() => {})
  for (const beep of tones[tone]) sound(speaker, beep)
}

/** The gain of the loudest tone; two at once do not clip. */
const LOUDNESS = 0.5
/** A tone that starts or ends abruptly clicks. */
const EDGE = 0.008

function sound(on: AudioContext, { hertz, at, seconds }: Beep): void {
  const start = on.currentTime + at
  const end = start + seconds
  const height = (LOUDNESS * volume()) / loudest
  const wave = on.createOscillator()
  const loudness = on.createGain()
  // Low tones are inaudible on a handheld's small speaker without overtones.
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
