// Who lives at a public address, as far as the caller may know.
import type { Profile } from '#contract/booking/public.ts';
import type { Context } from '#server/lib/context.ts';
import { findProfile } from './store.ts';

const noProfile: Profile = {
  profileExists: false,
  profileIsPublic: false,
  profileIsVisible: false,
  profileIsEditable: false,
  calendarIsPublic: false,
  calendarUserUrlName: '',
  userProfilePicture: null,
  profilePictures: [],
  phoneNumber: '',
  location: null,
  name: '',
  profession: '',
  companyName: '',
  companyLogo: null,
  description: '',
  timeZone: null,
  services: [],
};

/**
 * The profile with its four flags. One that is not public looks to everybody but its owner as if it did not exist, so that
 * addresses cannot be probed.
 */
export async function readProfile(
  context: Context,
  address: { locationUrlName: string; userUrlName: string },
): Promise<Profile> {
  const found = await findProfile(context.db, address);
  const isOwner =
    found !== undefined && context.user?.id === found.userId && context.user.companyId === found.companyId;
  if (!found || !(found.isProfilePublic || isOwner)) return noProfile;
  return {
    ...found.profile,
    profileExists: true,
    profileIsPublic: found.isProfilePublic,
    profileIsVisible: true,
    profileIsEditable: isOwner,
  };
}
