import { useAnswer } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { myFriends } from '../friends-contract.ts'
import { friendsText } from '../friends-text.ts'
import { invitationFaultText, invitationText } from '../states.ts'

/** The invite-friends programme: the company's code and link, and who registered with them. */
export function FriendsCard() {
  const t = useText()
  return (
    <QueryBoundary answer={useAnswer(myFriends, {})}>
      {({ inviteCode, earnedDays, mostDays, friends }) => (
        <>
          <p>{t(friendsText.how, { max: mostDays })}</p>
          <progress value={earnedDays} max={mostDays} aria-label={t(friendsText.title)} />
          <p>{t(friendsText.earned, { earned: earnedDays, max: mostDays })}</p>
          <dl>
            <dt>{t(friendsText.code)}</dt>
            <dd>
              <Copyable what={t(friendsText.code)}>{inviteCode}</Copyable>
            </dd>
            <dt>{t(friendsText.link)}</dt>
            <dd>
              <Copyable what={t(friendsText.link)}>
                {`${location.origin}/register?invite=${inviteCode}`}
              </Copyable>
            </dd>
          </dl>
          {friends.length > 0 ? (
            <ul className="friends" aria-label={t(friendsText.friends)}>
              {friends.map(({ id, companyName, status, fault }) => (
                <li key={id}>
                  {companyName} <span className={`friend-${status}`}>{t(invitationText[status])}</span>{' '}
                  {fault && <span className="hint">{t(invitationFaultText[fault])}</span>}
                </li>
              ))}
            </ul>
          ) : (
            <p className="hint friends">{t(friendsText.none)}</p>
          )}
        </>
      )}
    </QueryBoundary>
  )
}
