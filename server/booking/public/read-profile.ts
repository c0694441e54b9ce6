// Reads the profile at a public address, as far as the caller may see it.
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
  hasBusinessPage: false,
  description: '',
  timeZone: null,
  zones: [],
  confirmsRequests: false,
  requestHours: 0,
  mail: 'stored',
  offersSmsReminders: false,
  offersSmsNews: false,
  services: [],
};

/**
 * Returns the profile with its four flags. To everyone but its owner, a profile that is not public looks like a missing
 * one: addresses cannot be probed.
 */
export async function readProfile(
  context: Context,
  address: { locationUrlName: string; userUrlName: string },
): Promise<Profile> {
  const found = await findProfile(context, address);
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
