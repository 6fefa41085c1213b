import { afterEach, expect, test, vi } from 'vitest'
import {
  type Beep,
  loudest,
  play,
  setVolume,
  speak,
  switchSounds,
  switchSpeech,
  toneNames,
  tones,
} from './sounds.ts'

const beepsOf = (name: keyof typeof tones): readonly Beep[] => tones[name]

test('every sound lasts at most half a second, one tone after the other', () => {
  expect([...toneNames].sort()).toEqual(Object.keys(tones).sort())
  for (const name of toneNames) {
    let free = 0
    for (const { at, seconds } of beepsOf(name)) {
      expect(at).toBeGreaterThanOrEqual(free)
      free = at + seconds
    }
    expect(free).toBeLessThan(0.5)
  }
})

/** What the browser was told to play: the wave, its pitch, when it starts and stops, and its loudness over time. */
const played: unknown[] = []
class Speaker {
  readonly state = 'running'
  readonly currentTime = 10
  readonly destination = 'speaker'
  createOscillator() {
    const wave = { type: '', frequency: { value: 0 }, start: 0, stop: 0 }
    return {
      set type(type: string) {
        wave.type = type
      },
      frequency: wave.frequency,
      connect: (to: unknown) => to,
      start: (at: number) => (wave.start = at),
      stop: (at: number) => played.push({ ...wave, stop: at }),
    }
  }
  createGain() {
    const note = (level: number, at: number) => played.push([level, Number(at.toFixed(3))])
    return {
      gain: { setValueAtTime: note, linearRampToValueAtTime: note },
      connect: () => undefined,
    }
  }
}
vi.stubGlobal('AudioContext', Speaker)
const heard = (tone: keyof typeof tones) => {
  play(tone)
  return played.splice(0)
}
const usual = heard('ok')

afterEach(() => {
  switchSounds(true)
  switchSpeech(false)
  setVolume(50)
})

test('a sound is half as loud as it can be until the user chooses, and silent once it is switched off', () => {
  const beep = (height: number, start: number, end: number, wave: object) => [
    [0, start],
    [height, Number((start + 0.008).toFixed(3))],
    [height, Number((end - 0.008).toFixed(3))],
    [0, end],
    wave,
  ]
  expect(usual).toEqual(
    beep(0.25, 10, 10.07, { type: 'sine', frequency: { value: 880 }, start: 10, stop: 10.07 }),
  )
  setVolume(loudest)
  expect(heard('error')).toEqual(
    beep(0.5, 10, 10.4, { type: 'sawtooth', frequency: { value: 150 }, start: 10, stop: 10.4 }),
  )
  setVolume(10)
  const [first, second] = heard('warning').filter((item) => !Array.isArray(item))
  expect([first, second]).toMatchObject([{ start: 10 }, { start: 10.18, stop: expect.closeTo(10.3) }])
  switchSounds(false)
  expect(heard('ok')).toEqual([])
})

test('instructions are spoken only to users who switched that on, in their language, and never two at once', () => {
  const spoken: unknown[] = []
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = ''
      volume = 0
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    },
  )
  vi.stubGlobal('speechSynthesis', {
    cancel: () => spoken.push('cancel'),
    speak: ({ text, lang, volume }: { text: string; lang: string; volume: number }) =>
      spoken.push([text, lang, volume]),
  })
  speak('扫描库位', 'zh_CN')
  expect(spoken).toEqual([])
  switchSpeech(true)
  speak('扫描库位', 'zh_CN')
  expect(spoken).toEqual(['cancel', ['扫描库位', 'zh-CN', 0.5]])
})
