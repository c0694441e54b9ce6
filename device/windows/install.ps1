# Runs the agent on Windows, also after a restart. In PowerShell as administrator, in the folder of the package:
#   powershell -ExecutionPolicy Bypass -File windows\install.ps1
# Its output: agent.log in this folder. To remove it: Unregister-ScheduledTask "Daybook agent"
$ErrorActionPreference = 'Stop'
$folder = Split-Path -Parent $PSScriptRoot
$node = (Get-Command node.exe).Source
# By its alias: the name differs between languages of Windows.
$account = 'LOCALSERVICE'

# agent.json contains the key of the device. S-1-5-32-544 are the administrators, S-1-5-19 the local service.
icacls $folder /inheritance:r /grant:r '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-19:(OI)(CI)M' | Out-Null

$command = "/d /c `"`"$node`" agent.mjs >> agent.log 2>&1`""
$action = New-ScheduledTaskAction -Execute cmd.exe -Argument $command -WorkingDirectory $folder
$trigger = New-ScheduledTaskTrigger -AtStartup
$principal = New-ScheduledTaskPrincipal -UserId $account -LogonType ServiceAccount
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
  -ExecutionTimeLimit ([TimeSpan]::Zero) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'Daybook agent' -Action $action -Trigger $trigger -Principal $principal `
  -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName 'Daybook agent'
Write-Output "The agent runs. Its output: $folder\agent.log"
