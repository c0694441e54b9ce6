// The Mantine styles that only the sign-in page adds to those of public pages.
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Alert.layer.css';
